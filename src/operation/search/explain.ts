import { explainMembers } from '../../service/explain/index.ts'
import { FULL, QUERY } from '../input/index.ts'
import { operation } from '../operation.ts'

/** Why a query finds nothing. */
export const explain = operation({
  name: 'explain',
  cancellable: true,
  group: 'search',
  summary: 'Explain why a query finds nothing',
  description:
    'Counts each condition alone and together with those before it, suggests values that exist near to those that do not, and counts older matches. Costs nothing.',
  access: 'account',
  scope: 'search',
  limited: true,
  http: 'GET|POST /api/v1/search/explain',
  page: 'POST explain',
  input: { query: QUERY, full: FULL },
  output: explainMembers,
  run: ({ services, caller, signal }, { query, full }) =>
    services.explain(caller, { text: query, full }, signal),
})
