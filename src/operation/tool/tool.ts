import type { Config } from '../../config/index.ts'
import type { Input, Values } from '../input/index.ts'
import type { Call } from '../operation.ts'
import type { Services } from '../context.ts'
import type { NeededScope } from '../scope.ts'

/** How much tools answer, so that an answer fits into a model's context. */
export interface ToolLimits {
  /** Records of one search. */
  readonly rows: number
  /** Characters of one value. */
  readonly valueLength: number
  /** Characters of one answer. */
  readonly answerLength: number
  /** Addresses of one call that tags. */
  readonly addresses: number
}

/** The limits of the settings `mcp.*`. */
export function limitsOf(config: Config): ToolLimits {
  return {
    rows: config['mcp.rows'],
    valueLength: config['mcp.valueLength'],
    answerLength: config['mcp.answerLength'],
    addresses: config['mcp.addresses'],
  }
}

/** What a tool found. */
export interface Finding {
  /** One sentence, of our own words and figures. */
  readonly summary: string
  /** Lists whose ends may be left out when the answer grows too long, by their key. */
  readonly data: Readonly<Record<string, unknown>>
}

/** The services that tools call. */
export interface ToolServices {
  readonly aggregate: Pick<Services['aggregate'], 'facets' | 'host'>
  readonly searchAll: Services['searchAll']
  readonly tagging: Pick<Services['tagging'], 'lookUp'>
}

/** One call of a tool. */
export interface ToolCall extends Pick<Call, 'caller' | 'signal' | 'spend'> {
  readonly services: ToolServices
}

/** What is said of a tool, and its work; mistakes are AppErrors. */
interface ToolPlan<Asked extends Input> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** What a key needs for it. */
  readonly scope: NeededScope
  readonly input: Asked
  readonly run: (asked: Values<Asked>, call: ToolCall) => Promise<Finding> | Finding
}

/** A tool as a row of the table. */
export interface Tool extends Omit<ToolPlan<Input>, 'run'> {
  readonly run: (asked: never, call: ToolCall) => Promise<Finding> | Finding
}

/** Checks a tool against its parameters. */
export function tool<const Asked extends Input>(plan: ToolPlan<Asked>): Tool {
  return plan
}
