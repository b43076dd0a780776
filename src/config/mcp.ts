import { integer, yesNo } from './kind.ts'
import { setting } from './setting.ts'

/** What models may query, and the limit of their responses. */
export const MCP_SETTINGS = {
  'mcp.http': setting(
    yesNo(),
    true,
    'whether `/mcp` answers models (Model Context Protocol) that carry an account’s key',
  ),
  'mcp.rows': setting(
    integer({ min: 1, max: 1000 }),
    50,
    'records that a search by a model may return at once',
  ),
  'mcp.valueLength': setting(
    integer({ min: 16, max: 100_000 }),
    500,
    'characters of one value in an answer to a model; longer ones are cut',
  ),
  'mcp.answerLength': setting(
    integer({ min: 1000, max: 10_000_000 }),
    50_000,
    'characters of one answer to a model; longer answers are cut and say so',
  ),
  'mcp.addresses': setting(
    integer({ min: 1, max: 10_000 }),
    100,
    'addresses that a model may have tagged in one call',
  ),
}
