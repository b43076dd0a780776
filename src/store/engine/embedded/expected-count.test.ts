import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readQuery } from '../../../query/index.ts'
import { assembleStore, type StoreParts } from '../../assemble.ts'
import { ExpectedCount } from './expected-count.ts'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-expected-'))
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(directory, { recursive: true, force: true })
})

const open = (records: number): ExpectedCount => new ExpectedCount(directory, records)
const file = (): string => join(directory, 'expected-count.json')
const saved = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))

it('a directory without a number expects what it holds', () => {
  expect(open(5).missing).toBe(0)
  expect(saved()).toEqual({ records: 5, missing: 0 })
})

it.each(['', '{"records":"9"}', '{"records":-1,"missing":0}', 'null'])(
  'a file that holds `%s` expects nothing',
  (text) => {
    writeFileSync(file(), text)
    expect(open(5).missing).toBe(0)
  },
)

it('fewer records than expected count as missing until the loss is accepted, whatever is added or removed', () => {
  open(100).close(100)
  const second = open(60)
  expect(second.missing).toBe(40)
  second.added(1000)
  second.removing(5)
  second.close(1055)
  const third = open(1050)
  expect(third.missing).toBe(45)
  third.accept(1050)
  expect(third.missing).toBe(0)
  expect(open(1050).missing).toBe(0)
})

it('added records are expected after a delay, records to be removed are dropped at once', () => {
  vi.useFakeTimers()
  const count = open(100)
  count.added(50)
  expect(saved()).toEqual({ records: 100, missing: 0 })
  vi.advanceTimersByTime(60_000)
  expect(saved()).toEqual({ records: 150, missing: 0 })
  count.added(10)
  count.removing(70)
  expect(saved()).toEqual({ records: 90, missing: 0 })
})

it('a removal reported before the write it follows leaves the right number', () => {
  const count = open(5)
  count.removing(105)
  count.added(100)
  count.close(undefined)
  expect(saved()).toEqual({ records: 0, missing: 0 })
})

it('a number that cannot be written before a removal is deleted, so that nothing is expected', () => {
  const count = open(100)
  // A directory in the place of the file that is renamed.
  mkdirSync(`${file()}.${process.pid}.next`)
  count.removing(30)
  expect(existsSync(file())).toBe(false)
})

it('a removal lowers the number before the first record is removed', async () => {
  const count = open(100)
  const seen: unknown[] = []
  const parts = {
    engine: { query: async () => [[30]] },
    view: { visible: { condition: undefined } },
    writer: {
      exclusive: (work: () => Promise<number>) => work(),
      remove: async () => void seen.push(saved()),
    },
    onRemoving: (matches: number) => count.removing(matches),
  } as unknown as StoreParts
  const store = assembleStore(parts, async () => {})
  const selection = { query: readQuery('port="80"'), since: undefined, now: 0 }
  expect(await store.remove(selection)).toBe(30)
  expect(seen).toEqual([{ records: 70, missing: 0 }])
})
