// The demonstration set of a first start: generated, enriched and stored while the server already answers. Knows the generator,
// enrichment and the store; no terminal and no HTTP.

export { isDemonstrationPending, loadDemonstration, planDemonstration } from './demonstration.ts'
export { createDemonstration, type Demonstration, DEMONSTRATION_QUERY } from './remove.ts'
