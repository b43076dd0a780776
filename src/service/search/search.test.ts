import { readQuery } from '../../query/index.ts'
import { describe, expect, it } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import { memoryStore } from '../../../test/support/memory-store.ts'
import { Turns, work } from '../../../test/support/turns.ts'
import { fieldNamed } from '../../field/index.ts'
import type { Store } from '../../store/index.ts'
import { type Account, DEFAULT_ACCOUNT_SETTINGS } from '../account/index.ts'
import { createAdmission, createSearch, type SearchRequest } from './index.ts'

const NOW = Date.UTC(2026, 10, 21)
const records = Array.from({ length: 25 }, (_, index) =>
  asset({
    reached: `h${String(index).padStart(2, '0')}.example.com`,
    title: 'login',
    lastupdatetime: NOW / 1000 - index,
  }),
)

/** A search for an account of level free, with a log of what happened to its coins and its store. */
function setUp(store: Store = memoryStore(records)) {
  const diary: string[] = []
  const watched: Store = {
    ...store,
    page: (request) => {
      diary.push(`page ${request.offset}+${request.limit}`)
      return store.page(request)
    },
    scan: (request) => {
      diary.push('scan')
      return store.scan(request)
    },
    count: (selection, signal) => {
      diary.push('count')
      return store.count(selection, signal)
    },
  }
  const reserveSearch = async () => {
    diary.push('reserve')
    return {
      capture: async () => {
        diary.push('capture')
        return 1
      },
      release: async () => {
        diary.push('release')
      },
    }
  }
  const searchAll = createSearch({
    store: watched,
    accounts: {
      readAccountQuery: async (_, text) => readQuery(text),
      reserveSearch,
      settings: DEFAULT_ACCOUNT_SETTINGS,
    },
    admission: createAdmission({ concurrency: 1, queue: 0, queueTime: 0 }),
    now: () => NOW,
  })
  const account = { id: 1, level: 'free' } as Account
  const request: SearchRequest = {
    text: 'title="login"',
    page: 1,
    size: 10,
    fields: [fieldNamed('host')],
    full: true,
  }
  const rows: (readonly string[])[] = []
  const run = (asked: Partial<SearchRequest> = {}, signal?: AbortSignal) =>
    searchAll(account, { ...request, ...asked }, (more) => rows.push(...more), signal)
  return { diary, rows, run, searchAll, account, request }
}

describe('a search', () => {
  it('counts when its page is full, and charges when rows were delivered', async () => {
    const { diary, rows, run } = setUp()
    expect(await run()).toMatchObject({ rows: 10, total: 25, consumed: 1, required: 1, mode: 'extended' })
    expect(rows).toHaveLength(10)
    expect(diary).toEqual(['reserve', 'page 0+10', 'count', 'capture'])
  })

  it('knows the total from a page that is not full', async () => {
    const { diary, run } = setUp()
    expect(await run({ page: 3 })).toMatchObject({ rows: 5, total: 25 })
    expect(diary).toEqual(['reserve', 'page 20+10', 'capture'])
  })

  it('counts the matches for a page beyond the last, and charges nothing', async () => {
    const { diary, run } = setUp()
    expect(await run({ page: 4 })).toMatchObject({ rows: 0, total: 25, consumed: 0, required: 1 })
    expect(diary).toEqual(['reserve', 'page 30+10', 'count', 'release'])
  })

  it('without results charges nothing', async () => {
    const { diary, run } = setUp()
    expect(await run({ text: 'title="absent"' })).toMatchObject({ rows: 0, total: 0, consumed: 0 })
    expect(diary).toEqual(['reserve', 'page 0+10', 'release'])
  })

  it.each([
    ['syntax', { text: 'titel="x"' }, 'syntax'],
    ['permission for a selected field', { fields: [fieldNamed('structinfo')] }, 'permission'],
    ['permission for a condition', { text: 'port=1 || !(structinfo="x")' }, 'permission'],
    ['the window', { page: 1001 }, 'window'],
    ['a size above the window', { size: 10_001 }, 'size'],
  ] as const)('fails for %s before anything is reserved', async (_, asked, code) => {
    const { diary, run } = setUp()
    await expect(run(asked)).rejects.toMatchObject({ code })
    expect(diary).toEqual([])
  })

  it('releases the coin when the store fails, the count fails, or the sink refuses', async () => {
    const broken = new Error('broken')
    const page = setUp({ ...memoryStore(records), page: () => Promise.reject(broken) })
    await expect(page.run()).rejects.toBe(broken)
    expect(page.diary.at(-1)).toBe('release')
    const count = setUp({ ...memoryStore(records), count: () => Promise.reject(broken) })
    await expect(count.run()).rejects.toBe(broken)
    expect(count.diary.at(-1)).toBe('release')
    const sink = setUp()
    const refuse = () => {
      throw broken
    }
    await expect(sink.searchAll(sink.account, sink.request, refuse)).rejects.toBe(broken)
    expect(sink.diary.at(-1)).toBe('release')
  })

  it('returns the value of a repeated field again without reading it twice', async () => {
    const { rows, run } = setUp()
    await run({ size: 1, fields: ['port', 'host', 'port'].map(fieldNamed) })
    expect(rows).toEqual([['443', 'h00.example.com:443', '443']])
  })
})

describe('a long page of long fields', () => {
  const long = Array.from({ length: 900 }, (_, index) =>
    asset({
      reached: `h${String(index).padStart(4, '0')}.example.com`,
      body: `body ${index}`,
      lastupdatetime: NOW / 1000 - Math.floor(index / 7),
    }),
  )
  const fields = ['body', 'host'].map(fieldNamed)

  it.each([
    [1, 300],
    [2, 300],
    [2, 450],
    [3, 400],
  ])('page %i of %i is the same in slices and at once', async (page, size) => {
    const sliced = setUp(memoryStore(long))
    await sliced.run({ text: 'body="body"', page, size, fields })
    const whole = setUp(memoryStore(long))
    await whole.run({ text: 'body="body"', page, size, fields: [fieldNamed('host')] })
    expect(sliced.diary[1]).toBe(`page ${(page - 1) * size}+200`)
    expect(sliced.rows.map(([, host]) => [host])).toEqual(whole.rows)
  })
})

describe('a long answer', () => {
  const long = records.map((record) => ({ ...record, body: 'x'.repeat(2000) }))
  const request = { fields: Array.from({ length: 100 }, () => fieldNamed('body')), size: 25 }

  it('lets others run between its rows', async () => {
    const turns = new Turns()
    let between = 0
    let seen = 0
    const onRow = (): void => {
      if (turns.count > seen) between++
      seen = turns.count
      work()
    }
    const { searchAll, account, request: usual } = setUp(memoryStore(long))
    await searchAll(account, { ...usual, ...request }, onRow)
    turns.stop()
    expect(between).toBeGreaterThanOrEqual(24)
  })

  it('ends when its caller leaves', async () => {
    const { searchAll, account, request: usual } = setUp(memoryStore(long))
    const leaving = new AbortController()
    let rows = 0
    const leave = (more: readonly unknown[]): void => {
      rows += more.length
      leaving.abort()
    }
    await expect(searchAll(account, { ...usual, ...request }, leave, leaving.signal)).rejects.toThrow()
    expect(rows).toBe(1)
  })
})
