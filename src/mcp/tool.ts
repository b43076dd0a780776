import type { Backend, Limits } from './backend.ts'
import { isObject } from './message.ts'
import type { Parameters, Values } from './parameter.ts'
import type { Finding } from './present.ts'

/** What a tool works with. */
export interface ToolContext {
  readonly backend: Backend
  readonly limits: Limits
  readonly signal: AbortSignal
}

/** A tool as the protocol tells it. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: Readonly<Record<string, boolean>>
  /** Reads the arguments and does the work; mistakes are AppErrors. */
  readonly run: (given: unknown, context: ToolContext) => Promise<Finding>
}

/** What is said of a tool, and its work. */
export interface ToolPlan<Asked extends Parameters> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parameters: Asked
  readonly run: (values: Values<Asked>, context: ToolContext) => Promise<Finding> | Finding
}

/** A tool whose arguments are read as its parameters say. */
export function tool<Asked extends Parameters>(plan: ToolPlan<Asked>): Tool {
  const entries = Object.entries(plan.parameters)
  const required = entries.filter(([, parameter]) => parameter.required).map(([name]) => name)
  return {
    name: plan.name,
    title: plan.title,
    description: plan.description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])),
      ...(required.length > 0 && { required }),
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async (given, context) => {
      const values = isObject(given) ? given : {}
      const read = entries.map(([name, parameter]) => [
        name,
        parameter.read(Object.hasOwn(values, name) ? (values[name] ?? undefined) : undefined, name),
      ])
      return plan.run(Object.fromEntries(read) as Values<Asked>, context)
    },
  }
}
