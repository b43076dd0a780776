// Lists of words answer searches without asking the engine, and follow every change of the records.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldNamed } from '../../../src/field/index.ts'
import { readQuery } from '../../../src/query/index.ts'
import {
  openEmbeddedStore,
  recordStatements,
  type StatementSpan,
  type Store,
} from '../../../src/store/index.ts'
import { asset } from '../../support/asset.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-store-'))
let store: Store
beforeAll(async () => {
  store = await openEmbeddedStore(directory, { tuning: { wordListsAfter: 0, rememberedCounts: 0 } })
  await store.write([page('a', 'Wordpress login'), page('b', 'Wordpress'), page('c', 'Вход')])
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const page = (name: string, title: string, body = title) =>
  asset({ reached: name, host: name, lastupdatetime: 1_700_000_000 + name.charCodeAt(0), title, body })

/** The hosts of a search, its total, and how many statements it took. */
async function found(
  text: string,
): Promise<readonly [hosts: string, total: number | undefined, statements: number]> {
  const request = { query: readQuery(text), since: undefined, now: 0, fields: [fieldNamed('host')] }
  const spans: StatementSpan[] = []
  const [hosts, total] = await recordStatements(spans, async () => {
    const { rows, matches } = await store.page({ ...request, offset: 0, limit: 10, counting: true })
    return [rows.flat().join(' '), await matches] as const
  })
  return [hosts, total, spans.length]
}

it('a word that no record has needs no statement, a rare one needs one', async () => {
  await found('title="warm"')
  expect(await found('title="absent"')).toEqual(['', 0, 0])
  expect(await found('title="absent" && port="80"')).toEqual(['', 0, 0])
  expect(await found('body="absent" || title="nothing"')).toEqual(['', 0, 0])
  expect(await found('title="press"')).toEqual(['b a', 2, 1])
  expect(await found('title="press" && body!="login"')).toEqual(['b', 1, 1])
  expect(await store.count({ query: readQuery('title="absent"'), since: undefined, now: 0 })).toBe(0)
})

it('a phrase or a text in another script that no record has needs no statement, a rare one needs one', async () => {
  await found('title="warm"')
  expect(await found('body="login press"')).toEqual(['', 0, 0])
  expect(await found('title="ыыы"')).toEqual(['', 0, 0])
  expect(await found('body="wordpress login"')).toEqual(['a', 1, 1])
  expect(await found('title="вход"')).toEqual(['c', 1, 1])
})

it('the lists have the words of records that were written since', async () => {
  expect((await found('title="later"'))[0]).toBe('')
  await store.write([page('d', 'Later')])
  expect((await found('title="later"')).slice(0, 2)).toEqual(['d', 1])
  await store.remove({ query: readQuery('title="later"'), since: undefined, now: 0 })
  expect((await found('title="later"')).slice(0, 2)).toEqual(['', 0])
  await store.write([page('d', 'Later, again')])
  expect((await found('title="again"')).slice(0, 2)).toEqual(['d', 1])
})

it('records in a part of the table without any word are counted', async () => {
  await store.write([page('e', '', 'Later')])
  await found('title="warm"')
  expect(await found('title="absent"')).toEqual(['', 0, 0])
  expect((await found('title="later" || body="later"')).slice(0, 2)).toEqual(['e d', 2])
  expect((await found('title!="later"')).slice(0, 2)).toEqual(['e c b a', 4])
})
