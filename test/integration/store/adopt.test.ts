// Records and their commit log that do not belong together any more: the log was lost, or restored from an earlier time. Nothing that
// is stored is hidden or double, and the operator gets a message.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CommitLog } from '../../../src/commit/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import { openCommitLog, openState, type State } from '../../../src/state/index.ts'
import { openEmbeddedStore, type Store } from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const everything = { query: readQuery('port!=""'), since: undefined, now: Date.UTC(2026, 10, 20) }

let directory = ''
let notices: string[] = []
let state: State
let store: Store

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-adopt-'))
  notices = []
})
afterEach(async () => {
  await store.close()
  await state.close()
  rmSync(directory, { recursive: true, force: true })
})

const file = (name: string): string => join(directory, `${name}.sqlite`)

async function open(name: string, change: (log: CommitLog) => CommitLog = (log) => log): Promise<void> {
  state = await openState({ file: file(name) })
  store = await openEmbeddedStore(join(directory, 'records'), {
    log: (identity, alone) => change(openCommitLog(state, identity, alone)),
    onNotice: (sentence) => notices.push(sentence),
  })
}

async function close(): Promise<void> {
  await store.close()
  await state.close()
}

function batch(from: number, count: number, time: number) {
  return Array.from({ length: count }, (_, index) => {
    const reached = `h${from + index}.example.com`
    const times = { lastupdatetime: time, firstseen: time, content_time: time, content_import: `at ${time}` }
    return asset({ reached, host: reached, port: 80, title: `page of ${time}`, ...times })
  })
}

it('records with the log they were written with say nothing', async () => {
  await open('one')
  await store.write(batch(0, 100, 1000))
  await store.write(batch(50, 100, 2000))
  await close()
  await open('one')
  expect(await store.count(everything)).toBe(150)
  expect(notices).toEqual([])
})

it('records whose log was lost count all, each once', async () => {
  // What the unit replaces is never deleted: as if the process had been killed there.
  const dying = (log: CommitLog): CommitLog => ({
    ...log,
    advance: (unit, from, to, replaces) =>
      from === 'replacing' ? Promise.reject(new Error('killed')) : log.advance(unit, from, to, replaces),
  })
  await open('one', dying)
  await store.write(batch(0, 100, 1000))
  await store.write(batch(50, 100, 2000))
  await close()
  await open('other')
  expect(await store.count(everything)).toBe(150)
  const title = (time: number) => ({ ...everything, query: readQuery(`title="page of ${time}"`) })
  expect(await store.count(title(2000))).toBe(100)
  expect(await store.write(batch(0, 10, 3000))).toMatchObject({ replaced: 10 })
  expect(await store.count(everything)).toBe(150)
})

it('a log that was restored from before the records goes on behind them, and says so', async () => {
  await open('one')
  await store.write(batch(0, 100, 1000))
  await close()
  copyFileSync(file('one'), file('earlier'))
  await open('one')
  await store.write(batch(50, 100, 2000))
  await close()
  await open('earlier')
  expect(notices).toEqual([
    expect.stringMatching(
      /^the commit log ends at unit 1 and the records hold unit 2: the accounts database is older than the records/,
    ),
  ])
  expect(await store.count(everything)).toBe(150)
  await store.write(batch(0, 10, 3000))
  expect(await store.count(everything)).toBe(150)
})

it('a unit that was not committed when its process was killed never shows', async () => {
  const dying = (log: CommitLog): CommitLog => ({
    ...log,
    advance: (unit, from, to, replaces) =>
      unit.id === 2 ? Promise.reject(new Error('killed')) : log.advance(unit, from, to, replaces),
  })
  await open('one', dying)
  await store.write(batch(0, 100, 1000))
  await expect(store.write(batch(50, 100, 2000))).rejects.toThrow('killed')
  expect(await store.count(everything)).toBe(100)
  await close()
  await open('one')
  expect(await store.count(everything)).toBe(100)
  expect(notices).toEqual([])
  expect(await store.write(batch(50, 100, 2000))).toMatchObject({ added: 50, replaced: 50 })
  expect(await store.count(everything)).toBe(150)
})
