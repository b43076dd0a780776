import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import { type Fragment, toStatement } from '../../sql/index.ts'
import type { Engine, RunOptions } from '../engine/index.ts'
import type { PageRequest } from '../store.ts'
import { Generation } from './generation.ts'
import { Reader, TUNING } from './reader.ts'

const unhandled: unknown[] = []
const note = (reason: unknown): void => {
  unhandled.push(reason)
}
beforeEach(() => process.on('unhandledRejection', note))
afterEach(() => process.off('unhandledRejection', note))

/** An engine that returns empty pages at once and counts a moment later. */
function engineOf(count: () => number): Engine {
  const query = async <Row>(fragment: Fragment): Promise<Row[]> => {
    if (!toStatement(fragment).text.includes('count()')) return []
    await setTimeout(20)
    return [[count()]] as Row[]
  }
  const unused = async (): Promise<never> => {
    throw new Error('not used here')
  }
  return { query, command: unused, insert: unused, close: unused } as Partial<Engine> as Engine
}

function pageOf(engine: Engine, isRight: boolean, counting = true) {
  const reader = new Reader(engine, { condition: undefined }, new Generation(engine), TUNING)
  const query = readQuery('port="443"')
  const request: PageRequest = {
    query,
    since: undefined,
    now: 0,
    fields: [fieldNamed('host')],
    offset: 0,
    limit: 10,
    counting,
  }
  return reader.page(request, async () => isRight)
}

describe('a count beside a page', () => {
  it('comes after the page, which does not wait for it', async () => {
    const { rows, matches } = await pageOf(
      engineOf(() => 7),
      true,
    )
    expect(rows).toEqual([])
    expect(await matches).toBe(7)
  })

  it('is left out when records changed meanwhile', async () => {
    const { matches } = await pageOf(
      engineOf(() => 7),
      false,
    )
    expect(await matches).toBeUndefined()
  })

  it('runs only when it is requested', async () => {
    const { matches } = await pageOf(
      engineOf(() => 7),
      true,
      false,
    )
    expect(matches).toBeUndefined()
  })

  it('may fail once nothing waits for it', async () => {
    const engine = engineOf(() => {
      throw new Error('stopped')
    })
    const { matches } = await pageOf(engine, true)
    await setTimeout(60)
    expect(unhandled).toEqual([])
    await expect(matches).rejects.toThrow('stopped')
  })
})

/** An engine that returns these rows and keeps the statements. */
function engineWith(rows: readonly (readonly unknown[])[]) {
  const statements: string[] = []
  const query = async <Row>(fragment: Fragment): Promise<Row[]> => {
    const { text } = toStatement(fragment)
    statements.push(text)
    return (
      text.includes('count()') ? [[rows.length]] : rows.slice(0, text.includes('PREWHERE') ? 3 : 2)
    ) as Row[]
  }
  return { engine: { query } as Partial<Engine> as Engine, statements }
}

describe('a look-up', () => {
  const rows = [
    [10, 'b.example', 'tcp'],
    [20, '\u{1f600}.example', 'tcp'],
    [20, '\u{ffee}.example', 'tcp'],
  ]
  const request: PageRequest = {
    query: readQuery('host=="a.example"'),
    since: undefined,
    now: 0,
    fields: [fieldNamed('host')],
    offset: 0,
    limit: 2,
    counting: true,
  }
  const readerOf = (engine: Engine, lookUp: number, generation = new Generation(engine)) =>
    new Reader(engine, { condition: undefined }, generation, { ...TUNING, lookUp })
  const isRight = async () => true

  it('is one statement, whose rows are ordered by time and then by bytes, and are the count', async () => {
    const { engine, statements } = engineWith(rows)
    const page = await readerOf(engine, 3).page(request, isRight)
    expect(page.rows).toEqual([['\u{ffee}.example'], ['\u{1f600}.example']])
    expect(await page.matches).toBe(3)
    expect(statements).toHaveLength(1)
  })

  it('leaves out what was last seen earlier', async () => {
    const { engine } = engineWith(rows)
    const page = await readerOf(engine, 3).page({ ...request, since: 10.5, offset: 1 }, isRight)
    expect(page.rows).toEqual([['\u{1f600}.example']])
    expect(await page.matches).toBe(2)
  })

  it('is a search like others where look-ups are off', async () => {
    const { engine, statements } = engineWith(rows)
    await readerOf(engine, -1).page(request, isRight)
    expect(statements.map((text) => text.includes('PREWHERE'))).toEqual([false])
  })

  it('with too many matches is a search, at once until records change', async () => {
    const { engine, statements } = engineWith(rows)
    const generation = new Generation(engine)
    const reader = readerOf(engine, 2, generation)
    await reader.page(request, isRight)
    await reader.page(request, isRight)
    generation.advance()
    await reader.page(request, isRight)
    const kinds = statements.map((text) => (text.includes('PREWHERE') ? 'look-up' : 'search'))
    expect(kinds).toEqual(['look-up', 'search', 'search', 'look-up', 'search'])
  })
})

describe('a count of small columns', () => {
  it.each([
    ['port="443" && is_cloud=true', 0],
    ['port="443" && title="login"', undefined],
  ])('reads them side by side unless a text is searched: %s', async (text, moved) => {
    const seen: (string | number | undefined)[] = []
    const engine: Engine = {
      ...engineOf(() => 7),
      query: async <Row>(_: Fragment, options?: RunOptions): Promise<Row[]> => {
        seen.push(options?.settings?.['optimize_move_to_prewhere'])
        return [[7]] as Row[]
      },
    }
    const reader = new Reader(engine, { condition: undefined }, new Generation(engine), TUNING)
    await reader.count({ query: readQuery(text), since: undefined, now: 0 }, undefined)
    expect(seen.at(-1)).toBe(moved)
  })
})
