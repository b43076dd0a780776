// What follows from the first columns of stored records: which rows of a batch are written, and which stored rows are copied.
import { describe, expect, it } from 'vitest'
import { observed } from '../../../test/support/observed.ts'
import { type Asset, MERGE_COLUMNS } from '../../asset/index.ts'
import { firstWrite } from '../../commit/index.ts'
import { decodeLine, encodeValue, identityKey } from '../schema/encode.ts'
import { TimeSlices } from '../../util/index.ts'
import type { Backend } from './backend.ts'
import { Batch } from './batch.ts'
import { type Known, readKnown } from './known.ts'

const OWN = 9
const FIRST = observed({ title: 'first', body: 'page', server: 'a', lastupdatetime: 100 })
const LATER = { lastupdatetime: 200, content_import: 'two' } as const
const KEY = identityKey(FIRST)

/** The line that the engine returns for the first columns of a record. */
function lineOf(record: Asset, writeId: number): string {
  const columns = MERGE_COLUMNS.map((column) => encodeValue(column, record[column]))
  return `${JSON.stringify([...columns, record.host, [], writeId])}\n`
}

/** What is known of one observation when the store returns these lines. */
async function knownOf(observation: Asset, ...lines: readonly string[]): Promise<Known> {
  async function* streamText(): AsyncGenerator<string> {
    yield '\n'
    yield lines.join('')
  }
  const engine = { command: async () => {}, insert: async () => {}, streamText }
  const backend = { engine, probe: 'probe', lookup: {} } as unknown as Backend
  const write = { unit: OWN, writeId: firstWrite(OWN), forgotten: 0 }
  const snapshot = { last: OWN, open: [], replaced: 0 } as unknown as Parameters<typeof readKnown>[2]
  return readKnown(backend, Batch.of([observation]), snapshot, write, new TimeSlices())
}

function rowsOf({ rows }: Known): readonly Asset[] {
  const text = Buffer.concat([...rows]).toString()
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => decodeLine(line))
}

describe('a stored record', () => {
  it('that was seen again in whole is written from the batch: the stored row is not copied', async () => {
    const known = await knownOf(observed({ ...FIRST, ...LATER, parts: '' }), lineOf(FIRST, 1))
    expect(known.stored.get(KEY)?.change).toEqual({ effect: 'touched', row: 0 })
    expect(rowsOf(known)).toMatchObject([{ firstseen: 100, lastupdatetime: 200, body: 'page' }])
  })

  it('of which a part was seen again is copied', async () => {
    const both = observed({ title: 'first', icon_hash: '1', lastupdatetime: 100 })
    const known = await knownOf(observed({ title: 'first', ...LATER }), lineOf(both, 1))
    expect(known.stored.get(KEY)?.change).toMatchObject({ effect: 'touched', seenAgain: { key: KEY } })
    expect(known.rowCount).toBe(0)
  })

  it('that the batch repeats in every column changes nothing', async () => {
    const known = await knownOf(FIRST, lineOf(FIRST, 1))
    expect(known.stored.get(KEY)?.change).toEqual({ effect: 'unchanged' })
    expect(known.rowCount).toBe(0)
  })

  it('with several rows counts by the latest, in whichever order they are read, and is written once', async () => {
    const changed = observed({ title: 'now', body: 'other', server: 'b', ...LATER })
    const lines = [lineOf(FIRST, 1), lineOf({ ...FIRST, firstseen: 50 }, firstWrite(OWN) + 1)]
    for (const read of [lines, lines.toReversed()]) {
      const known = await knownOf(changed, ...read)
      expect(known.stored.get(KEY)).toMatchObject({ writeId: firstWrite(OWN) + 1, others: true, own: true })
      expect(known.rowCount).toBe(1)
      expect(rowsOf(known)).toMatchObject([{ title: 'now', firstseen: 50 }])
    }
  })
})
