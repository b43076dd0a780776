import { expect, it } from 'vitest'
import type { ImportSummary } from '../../service/ingest/index.ts'
import { summaryText } from './import-summary.ts'

const NOTHING: ImportSummary = {
  ...{ importId: '1', rejectsFile: undefined, notes: [], refusals: [], rejectReasons: [], exclusions: [] },
  ...{ formats: {}, stopped: false, inputs: 1, refusedInputs: 0, observations: 0, added: 0, replaced: 0 },
  ...{ touched: 0, unchanged: 0, rejects: 0, leftOut: 0, skipped: 0, excluded: 0 },
}
const summary = (observations: number): string =>
  summaryText({ ...NOTHING, observations, added: observations }, 4)

it('names the speed of an import that is long enough to have one', () => {
  expect(summary(1).split('\n', 1)).toEqual(['1 observation in 4 s from 1 input'])
  expect(summary(2000).split('\n', 1)).toEqual(['2,000 observations in 4 s (500/s) from 1 input'])
})
