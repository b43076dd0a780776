// Why a query finds nothing: how many records each of its conditions finds alone and together with those before it, which values exist
// that are near to those asked for, and whether older records match. Costs no coins. Knows nothing of HTTP.

export { createExplain, type Explain } from './explain.ts'
export { explainMembers, type ExplainAnswer, type Hint, type Suggestion } from './types.ts'
