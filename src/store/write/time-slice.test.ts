// A batch is planned in time slices: the process answers others while thousands of records are merged.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { TimeSlices } from '../../util/index.ts'
import { Batch } from './batch.ts'
import { encodeRows } from './pieces.ts'
import { planWrite } from './plan.ts'

/** How often others ran while some work went on. */
async function passesBeside(work: Promise<unknown>): Promise<number> {
  let passes = 0
  let isRunning = true
  const count = async (): Promise<void> => {
    for (; isRunning; passes++) await setImmediate()
  }
  await Promise.all([work.finally(() => (isRunning = false)), count()])
  return passes
}

describe('others run', () => {
  const many = Array.from({ length: 4000 }, (_, number) =>
    asset({ title: `title ${number}`, body: 'word '.repeat(200), lastupdatetime: 1_700_000_000 + number }),
  )

  it('while one record is merged that a batch contains thousands of times', async () => {
    expect(await passesBeside(planWrite(Batch.of(many), new Map(), new TimeSlices()))).toBeGreaterThan(2)
  })

  it('while many records are encoded', async () => {
    const rows = many.map((one) => ({ asset: one }))
    expect(await passesBeside(encodeRows(rows, new TimeSlices()))).toBeGreaterThan(2)
  })
})
