import { expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import type { Asset } from '../../asset/index.ts'
import type { Store } from '../../store/index.ts'
import { migrateRecords } from './migrate.ts'

const records: readonly Asset[] = Array.from({ length: 40 }, (_, index) =>
  asset({ reached: `h${index}`, host: `h${index}`, port: 80, lastupdatetime: 1_760_000_000 + index * 1800 }),
)
const options = { goOn: false, spanRecords: 5 }

async function contentOf(store: Store): Promise<string> {
  return (await store.checksum('records')).sum
}

it('copies everything and reports its progress', async () => {
  const [source, target] = [memoryStore(records), memoryStore([])]
  const shares: number[] = []
  const summary = await migrateRecords(source, target, {
    ...options,
    onProgress: ({ share }) => shares.push(share),
  })
  expect(summary).toMatchObject({ records: 40, skipped: 0 })
  expect(await contentOf(target)).toBe(await contentOf(source))
  expect(shares.length).toBeGreaterThan(4)
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
})

it('continues after an interruption, and copies only what is missing', async () => {
  const source = memoryStore(records)
  const target = memoryStore([])
  let loads = 0
  const failing: Store = {
    ...target,
    load: async (rows) => {
      if (++loads === 4) throw new Error('the server is gone')
      await target.load(rows)
    },
  }
  await expect(migrateRecords(source, failing, options)).rejects.toThrow('is gone')
  await expect(migrateRecords(source, target, options)).rejects.toThrow('--continue')
  const summary = await migrateRecords(source, target, { ...options, goOn: true })
  expect(summary.records).toBe(40)
  expect(summary.skipped).toBeGreaterThanOrEqual(15)
  expect(await contentOf(target)).toBe(await contentOf(source))
  const [again] = [await migrateRecords(source, target, { ...options, goOn: true })]
  expect(again.skipped).toBe(40)
})

it('replaces what differs, at any time', async () => {
  const source = memoryStore(records)
  const others = [1, 1_760_010_000, 4_294_967_295].map((lastupdatetime, index) =>
    asset({ reached: `x${index}`, host: `x${index}`, port: 1, lastupdatetime }),
  )
  const target = memoryStore([...records.slice(0, 7), ...others])
  await migrateRecords(source, target, { ...options, goOn: true })
  expect(await contentOf(target)).toBe(await contentOf(source))
})

it('fails when a side changes meanwhile, and when it is stopped', async () => {
  const source = memoryStore(records)
  const forgetful: Store = { ...memoryStore([]), load: async () => {} }
  await expect(migrateRecords(source, forgetful, options)).rejects.toThrow(
    'differ: 5 in the source, 0 in the target',
  )
  const signal = AbortSignal.abort(new Error('stopped'))
  await expect(migrateRecords(source, memoryStore([]), { ...options, signal })).rejects.toThrow('stopped')
})

it('of an empty store copies nothing', async () => {
  expect(await migrateRecords(memoryStore([]), memoryStore([]), options)).toMatchObject({
    records: 0,
  })
})
