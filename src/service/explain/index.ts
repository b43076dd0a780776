// Explains why a query has no results: how many records each condition matches alone and together with those before it, which
// existing values are similar to those in the query, and whether older records match. Costs no coins. Knows nothing of HTTP.

export { createExplain, type Explain } from './explain.ts'
export { explainMembers, type ExplainAnswer, type Hint } from './types.ts'
