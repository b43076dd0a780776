import type { Config } from '../config/index.ts'
import type { Limits } from './backend.ts'

/** The limits that the settings `mcp.*` say. */
export function limitsOf(config: Config): Limits {
  return {
    rows: config['mcp.rows'],
    valueLength: config['mcp.valueLength'],
    answerLength: config['mcp.answerLength'],
    addresses: config['mcp.addresses'],
  }
}
