// Feeds kept in a directory: added, updated, damaged, pinned, removed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FeedManager, replacedDatabases } from '../../../src/service/feed/index.ts'
import { type FeedServer, startFeedServer } from '../../support/feed-server.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-feed-'))
let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

let count = 0
let clock = 0
let directory = ''
let manager: FeedManager
const changed = vi.fn()
const open = () =>
  new FeedManager({
    directory,
    connector: server.connector,
    sizeLimit: 1_000_000,
    timeLimit: 5000,
    now: () => clock,
    onChange: changed,
  })
beforeEach(() => {
  clock = Date.parse('2026-11-21T00:00:00Z')
  directory = join(root, `feeds${++count}`)
  manager = open()
  changed.mockClear()
  server.requests.splice(0)
})

const DAY = 86_400_000
const lines = (amount: number) => Array.from({ length: amount }, (_, index) => `192.0.2.${index}\n`).join('')
const serve = (text: string, status = 200) => {
  server.answer = (_, response) => void response.writeHead(status).end(text)
}
const bytes = (text: string) => ({ from: 'bytes' as const, bytes: Buffer.from(text) })
const TOR = { kind: 'auto', tags: ['tor_exit'] }

describe('a feed', () => {
  it('is added from an address, kept over a restart, and ages', async () => {
    serve(lines(3))
    const url = `${server.url}/tor`
    const row = await manager.add({ name: 'tor', ...TOR, content: { from: 'url', url } })
    expect(row).toMatchObject({ name: 'tor', url, state: 'fresh', active: { records: 3, bad: 0 } })
    expect(changed).toHaveBeenCalledTimes(1)
    manager = open()
    expect(readFileSync(manager.pathOf(await manager.show('tor')), 'utf8')).toBe(lines(3))
    clock += 2 * DAY
    expect(await manager.show('tor')).toMatchObject({ state: 'stale' })
    clock += 6 * DAY
    expect(await manager.list()).toMatchObject([{ name: 'tor', state: 'expired' }])
  })

  it('is asked for only what is newer, and is fresh again when nothing is', async () => {
    server.answer = (request, response) => {
      response.setHeader('etag', '"v1"')
      response.writeHead(request.headers['if-none-match'] === '"v1"' ? 304 : 200).end(lines(3))
    }
    await manager.add({ name: 'tor', ...TOR, content: { from: 'url', url: `${server.url}/` } })
    clock += 2 * DAY
    const [outcome] = await manager.update('tor')
    expect(outcome).toMatchObject({ outcome: 'unchanged', reason: null, feed: { state: 'fresh' } })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['an error page', '<html>busy</html>', 200],
    ['an empty file', '', 200],
    ['JSON that was cut off', '{"prefixes": [{"ip_prefix": "192.0', 200],
    ['a list that is suddenly almost empty', lines(3), 200],
    ['a failure', lines(200), 500],
    ['something longer than the limit', '#'.repeat(1_000_001), 200],
  ])('keeps its last good version when the server sends %s, and says why', async (_, text, status) => {
    serve(lines(200))
    await manager.add({ name: 'tor', ...TOR, content: { from: 'url', url: `${server.url}/` } })
    serve(text, status)
    const [outcome] = await manager.update('tor')
    expect(outcome?.outcome).toBe('failed')
    expect(outcome?.reason).toMatch(/\w/)
    const row = await manager.show('tor')
    expect(row).toMatchObject({ failure: { reason: outcome?.reason }, active: { records: 200 } })
    serve(lines(201))
    expect(await manager.update(undefined)).toMatchObject([
      { outcome: 'updated', feed: { failure: null, active: { records: 201 } } },
    ])
  })

  it('keeps five versions, and the pinned one whatever comes', async () => {
    await manager.add({ name: 'mine', ...TOR, content: bytes(lines(1)) })
    const first = (await manager.show('mine')).active.id
    await manager.pin('mine', first)
    for (let amount = 2; amount <= 8; amount++) {
      clock += 1000
      await manager.update('mine', bytes(lines(amount)))
    }
    const row = await manager.show('mine')
    expect(row.versions.map(({ records }) => records)).toEqual([8, 7, 6, 5, 4, 1])
    expect(row.active.records).toBe(1)
    expect(readdirSync(join(directory, 'mine'))).toHaveLength(6)
    expect((await manager.pin('mine', undefined)).active.records).toBe(8)
    await expect(manager.pin('mine', 'none')).rejects.toThrow(
      'the feed `mine` has no version `none`; kept are',
    )
  })

  it('that is a file is read again when the file has changed', async () => {
    const path = join(root, 'mine.txt')
    writeFileSync(path, lines(2))
    clock = Date.now() + 5000
    await manager.add({ name: 'mine', ...TOR, content: { from: 'file', path } })
    await manager.updateDue(0)
    expect((await manager.show('mine')).versions).toHaveLength(1)
    clock = Date.now() - 5000
    writeFileSync(path, lines(4))
    await manager.update('mine')
    expect((await manager.show('mine')).active.records).toBe(4)
    writeFileSync(path, lines(5))
    await manager.updateDue(0)
    expect((await manager.show('mine')).active.records).toBe(5)
  })

  it('that is an address is fetched again when it is due, sooner after a failure', async () => {
    serve(lines(3))
    await manager.add({ name: 'tor', ...TOR, content: { from: 'url', url: `${server.url}/` } })
    await manager.updateDue(DAY)
    expect(server.requests).toHaveLength(1)
    clock += DAY
    serve('', 500)
    await manager.updateDue(DAY)
    await manager.updateDue(DAY)
    expect(server.requests).toHaveLength(2)
    clock += 3_600_000
    await manager.updateDue(DAY)
    expect(server.requests).toHaveLength(3)
    clock += 10 * DAY
    await manager.updateDue(0)
    expect(server.requests).toHaveLength(3)
  })

  it('is removed with its versions', async () => {
    await manager.add({ name: 'mine', ...TOR, content: bytes(lines(1)) })
    await manager.remove('mine')
    expect(await manager.list()).toEqual([])
    expect(readdirSync(directory).sort()).toEqual(['feeds.json', 'feeds.lock'])
    await expect(manager.remove('mine')).rejects.toThrow('no feed `mine`; there are none')
  })

  it.each([
    [{ name: '../x' }, 'the name `../x` of a feed must be'],
    [{ name: 'records' }, 'the name `records`'],
    [{ name: 'x', kind: 'nonsense' }, 'unknown kind `nonsense`; known are auto,'],
    [{ name: 'x', tags: ['Tor Exit'] }, '`Tor Exit` is not a valid tag'],
    [{ name: 'x', confidence: 0 }, 'the confidence `0` must be'],
    [{ name: 'x', content: { from: 'url' as const, url: 'http://example.com/' } }, 'only https://'],
    [
      { name: 'x', content: { from: 'url' as const, url: 'https://10.0.0.1/' } },
      '10.0.0.1 is not a public address',
    ],
    [{ name: 'x', content: bytes('\0\0') }, 'the feed `x` was not added'],
    [{ name: 'x', content: { from: 'file' as const, path: '/dev/zero' } }, '`/dev/zero` is not a file'],
    [{ name: 'x', kind: 'geography', content: bytes('no database') }, 'the file is not an MMDB file'],
    [{ name: 'x', kind: 'network', content: bytes('1') }, 'needs a file for IPv4 and one for IPv6'],
  ])('is refused: %o', async (input, reason) => {
    await expect(manager.add({ content: bytes(lines(1)), ...input })).rejects.toThrow(reason)
    expect(await manager.list()).toEqual([])
  })

  it('of one name is there once', async () => {
    const twice = [1, 2].map(() => manager.add({ name: 'mine', ...TOR, content: bytes(lines(1)) }))
    const done = await Promise.allSettled(twice)
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

it('a database of networks replaces that of the program', async () => {
  const [v4, v6] = [join(root, 'v4.csv'), join(root, 'v6.csv')]
  writeFileSync(v4, '192.0.2.0,192.0.2.255,64500,Example\n')
  writeFileSync(v6, '2001:db8::,2001:db8::ffff,64501,Example Six\n')
  const content = { from: 'file', path: v4, second: v6 } as const
  await manager.add({ name: 'own-networks', kind: 'network', content })
  expect(replacedDatabases(directory).network).toMatchObject({ name: 'own-networks', built: '2026-11-21' })
  await expect(manager.add({ name: 'other', kind: 'network', content })).rejects.toThrow(
    '`own-networks` replaces the database already',
  )
})

describe('what is declared of a feed', () => {
  const aws =
    '{"createDate":"2026-11-20-08-00-00","prefixes":[{"ip_prefix":"192.0.2.0/24","region":"x","service":"EC2"}]}'

  it('is an error where it has no effect', async () => {
    await expect(manager.add({ name: 'aws', tags: ['vpn'], content: bytes(aws) })).rejects.toThrow(
      'was not added: `--tags vpn` has no effect: the format `aws` says itself what its addresses are',
    )
    await expect(
      manager.add({ name: 'list', columns: { column: '2' }, content: bytes(lines(3)) }),
    ).rejects.toThrow('have no effect on the format `plain`')
  })

  it('names the columns of a table, is kept, and what was guessed is said', async () => {
    const rows = 'src,dst\n192.0.2.1,198.51.100.1\n192.0.2.2,198.51.100.2\n'
    const guessed = await manager.add({ name: 'guessed', content: bytes(rows) })
    expect(guessed.active.guesses).toEqual([
      'addresses are read from column 1 (`src`); --column overrules',
      'the addresses are taken for `list:guessed` by the name of the feed; --tags overrules',
      'further addresses of 2 lines are not read (line 2: `198.51.100.1`)',
    ])
    const columns = { column: 'dst' }
    const told = await manager.add({ name: 'told', tags: ['vpn'], columns, content: bytes(rows) })
    expect(told.active).toMatchObject({ format: 'table', records: 2, guesses: [] })
    expect(await open().show('told')).toMatchObject({ columns })
  })
})

describe('a list that covers too much', () => {
  const wide = bytes('16.0.0.0/6\n10.0.0.0/8\n')

  it('of a kind with few addresses is held back, and taken when that is accepted', async () => {
    const vpn = { name: 'vpn', tags: ['vpn'], content: wide }
    await expect(manager.add(vpn)).rejects.toThrow(
      'it covers 67108864 addresses, more than a /7, which is too much for `vpn`; if that is right, repeat with --accept-size',
    )
    const row = await manager.add({ ...vpn, acceptSize: true })
    expect(row.active.covered).toEqual({ four: 67_108_864, six: 0 })
    const [again] = await manager.update('vpn', bytes('16.0.0.0/6\n45.0.0.0/24\n'))
    expect(again).toMatchObject({ outcome: 'updated' })
  })

  it('is taken at once where the kind is a wide one', async () => {
    const row = await manager.add({ name: 'list', tags: ['list:wide'], content: wide })
    expect(row.active.records).toBe(2)
  })

  it('suddenly is held back, unless it is one of the versions before', async () => {
    const usual = bytes('45.0.0.0/19\n')
    await manager.add({ name: 'jump', tags: ['list:jump'], content: usual })
    const [held] = await manager.update('jump', bytes('45.0.0.0/16\n'))
    expect(held).toMatchObject({
      outcome: 'failed',
      reason: expect.stringContaining(
        'it covers 65536 addresses, more than 5 times the 8192 of the versions',
      ),
    })
    const [small] = await manager.update('jump', bytes('45.0.0.0/28\n'))
    expect(small).toMatchObject({ outcome: 'updated' })
    const [back] = await manager.update('jump', usual)
    expect(back).toMatchObject({ outcome: 'updated' })
    const [accepted] = await manager.update('jump', bytes('45.0.0.0/16\n'), { acceptSize: true })
    expect(accepted).toMatchObject({ outcome: 'updated' })
  })

  it('counts an address once, and special-purpose blocks not at all', async () => {
    const text = '45.0.0.0/24\n45.0.0.128/25\n10.0.0.0/8\n2a00::/47\n2a00::/48\nfe80::/10\n'
    const row = await manager.add({ name: 'twice', tags: ['list:twice'], content: bytes(text) })
    expect(row.active.covered).toEqual({ four: 256, six: 2 })
  })
})
