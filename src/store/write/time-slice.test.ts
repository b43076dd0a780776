// A batch is planned in time slices: the process answers others while thousands of records are merged.
import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { passesBeside } from '../../../test/support/turns.ts'
import { TimeSlices } from '../../util/index.ts'
import { Batch } from './batch.ts'
import { encodeRows } from './pieces.ts'
import { planWrite } from './plan.ts'

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
