// The demonstration records of a first start.
import { operation } from '../operation.ts'
import { count } from '../../schema/index.ts'
import { common } from './common.ts'

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
