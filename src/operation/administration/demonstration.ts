// The demonstration records of a first start.
import { Type } from 'typebox'
import { operation } from '../operation.ts'
import { count } from '../../schema/index.ts'
import { common } from './common.ts'

/** The demonstration records. */
export const adminDemonstration = operation({
  ...common('adminDemonstration', 'GET /demonstration', 'see the demonstration'),
  summary: 'How many demonstration records there are',
  description: 'They have the tag `demo`.',
  input: {},
  output: {
    records: count('Demonstration records.'),
    loading: Type.Boolean({ description: 'Whether they are being loaded.' }),
  },
  run: ({ services, signal }) => services.demonstration.show(signal),
})

/** Removes the demonstration records. */
export const adminRemoveDemonstration = operation({
  ...common('adminRemoveDemonstration', 'DELETE /demonstration', 'remove the demonstration'),
  changes: 'records',
  summary: 'Remove the demonstration records and nothing else',
  description: 'They have the tag `demo`. The answer comes when they are removed.',
  audit: () => ({ action: 'demonstration.remove', detail: {} }),
  input: {},
  output: { removed: count('Records removed.') },
  run: async ({ services }) => ({ removed: await services.demonstration.remove() }),
})
