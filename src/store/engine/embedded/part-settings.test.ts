import { describe, expect, it } from 'vitest'
import { mergeLimit, PartSettings } from './part-settings.ts'

const MEBIBYTE = 1024 ** 2

it.each([
  [0, 64],
  [1, 64],
  [1024, 64],
  [1025, 128],
  [10 * 1024, 1024],
  [160 * 1024, 16 * 1024],
])('merges in a store of %i MiB make parts of up to %i MiB', (stored, largest) => {
  expect(mergeLimit(stored * MEBIBYTE)).toBe(largest * MEBIBYTE)
})

describe('the engine', () => {
  it('merges only small parts while records are replaced, and larger ones again afterwards', async () => {
    const { settings, limits } = storeOf(3)
    await settings.adapt()
    await settings.startReplacing()
    await settings.startReplacing()
    await settings.adapt()
    await settings.endReplacing()
    await settings.endReplacing()
    expect(limits).toEqual([64 * MEBIBYTE, 16 * MEBIBYTE, 64 * MEBIBYTE])
  })

  it('is asked once for changes that come faster than it answers', async () => {
    const { settings, queries } = storeOf(3)
    await Promise.all(Array.from({ length: 100 }, () => settings.adapt()))
    expect(queries).toHaveLength(1)
  })

  it('goes on merging when there are many parts', async () => {
    const { settings, limits } = storeOf(61)
    await settings.startReplacing()
    expect(limits).toEqual([64 * MEBIBYTE])
  })
})

/** What a store was asked. */
interface Asked {
  readonly settings: PartSettings
  readonly limits: readonly number[]
  readonly queries: readonly unknown[]
}

/** The settings of a store of so many parts, and the limits of merges that are set. */
function storeOf(parts: number): Asked {
  const limits: number[] = []
  const queries: unknown[] = []
  let definition = 'MergeTree ORDER BY id SETTINGS index_granularity = 64'
  const command = (text: string): Promise<void> => {
    definition = text.replace('ALTER TABLE records MODIFY SETTING', 'SETTINGS old_parts_lifetime = 480,')
    limits.push(Number(/max_space_in_pool = (\d+)/.exec(text)?.[1]))
    return Promise.resolve()
  }
  const query = <Row>(statement: unknown): Promise<Row[]> => {
    queries.push(statement)
    return Promise.resolve([[1024, parts, definition] as Row])
  }
  return { settings: new PartSettings({ query, command }), limits, queries }
}
