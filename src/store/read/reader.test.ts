import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldNamed } from '../../field/index.ts'
import { readQuery } from '../../query/index.ts'
import { type Fragment, toStatement } from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
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
