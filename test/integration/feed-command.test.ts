// `periplus feed` and `periplus tag` as a user runs them: processes of their own on a data directory, with and without a server.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finished, runCommand, startServerProcess } from '../support/command.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-feeds-'))
const data = join(directory, 'data')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const run = (...args: string[]): Promise<Finished> => runCommand([...args, '--data', data])

async function good(...args: string[]): Promise<string> {
  const { code, out, error } = await run(...args)
  expect([code, error]).toEqual([0, ''])
  return out
}

const file = (name: string, text: string): string => {
  const path = join(directory, name)
  writeFileSync(path, text)
  return path
}

interface ShownFeed {
  readonly name: string
  readonly pinned: string | null
  readonly failure: { readonly reason: string } | null
  readonly active: { readonly id: string; readonly records: number }
  readonly versions: readonly { readonly id: string }[]
}

const shown = async (name: string): Promise<ShownFeed> =>
  JSON.parse(await good('feed', 'show', name, '--json')) as ShownFeed

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `45.9.${index >> 8}.${index & 255}`).join('\n')

describe('feeds on the command line', () => {
  it('are added, shown, updated, pinned and removed', async () => {
    const path = file('exits.txt', lines(200))
    const added = await good('feed', 'add', 'exits', path, '--tags', 'tor_exit', '--licence', 'CC0')
    expect(added).toMatch(/^exits: plain, 200 records, fresh\n/)
    const first = (await shown('exits')).active.id

    writeFileSync(path, lines(201))
    expect(await good('feed', 'update', 'exits')).toBe('exits: updated, 201 records\n')
    expect(await good('feed', 'update')).toBe('exits: unchanged, 201 records\n')
    const both = await shown('exits')
    expect(both.versions.map(({ id }) => id)).toEqual([both.active.id, first])

    await good('feed', 'pin', 'exits', first)
    expect(await shown('exits')).toMatchObject({ pinned: first, active: { id: first, records: 200 } })
    await good('feed', 'pin', 'exits')
    expect(await shown('exits')).toMatchObject({ pinned: null, active: { records: 201 } })
    expect(await good('feed', 'list')).toMatch(/exits .*plain .*201 .*fresh/)

    expect(await good('feed', 'remove', 'exits')).toBe('removed exits\n')
    expect((await run('feed', 'list')).error).toBe('no feeds; `periplus feed add` adds one\n')
    expect(JSON.parse(await good('feed', 'list', '--json'))).toEqual([])
  })

  it('keep their last good version, and say why', async () => {
    const path = file('kept.txt', lines(200))
    await good('feed', 'add', 'kept', path, '--tags', 'list:kept')
    for (const [text, reason] of [
      ['<html>504</html>', 'HTML'],
      ['', 'the file is empty'],
      [lines(3), 'seems to be truncated'],
    ] as const) {
      writeFileSync(path, text)
      const failed = await run('feed', 'update', 'kept')
      expect(failed.code).not.toBe(0)
      expect(failed.out).toContain(reason)
      expect(failed.error).toContain('1 of 1 feeds could not be updated')
      expect(await shown('kept')).toMatchObject({ active: { records: 200 }, versions: [{}] })
    }
    await good('feed', 'remove', 'kept')
  })

  it.each([
    [['add', 'UPPER', 'x.txt'], 'lower-case letters'],
    [['add', 'x', '/no/such/file'], 'there is no such file or folder; check the path'],
    [['add', 'x', 'http://192.0.2.1/list'], 'only https:// addresses are fetched'],
    [['add', 'x', 'https://127.0.0.1/list'], '127.0.0.1 is not a public address'],
    [['add', 'x', 'https://[::1]/list'], '::1 is not a public address'],
    [['show', 'x'], 'no feed `x`'],
    [['remove', 'x'], 'no feed `x`'],
    [['pin', 'x', 'y'], 'no feed `x`'],
  ])('refuse `%s`', async (args, text) => {
    const { code, out, error } = await run('feed', ...args)
    expect(code).not.toBe(0)
    expect(out).toBe('')
    expect(error).toContain(text)
  })

  it('are all there when several commands add them at once', async () => {
    const path = file('many.txt', lines(150))
    const names = ['one', 'two', 'three', 'four']
    await Promise.all(names.map((name) => good('feed', 'add', name, path, '--tags', `list:${name}`)))
    const all = JSON.parse(await good('feed', 'list', '--json')) as ShownFeed[]
    expect(all.map(({ name }) => name)).toEqual(names.toSorted())
    await Promise.all(names.map((name) => good('feed', 'remove', name)))
    expect(JSON.parse(await good('feed', 'list', '--json'))).toEqual([])
  })
})

describe('tagging on the command line', () => {
  beforeAll(async () => {
    const path = file('vpn.txt', '45.9.0.0/24\n2a0d:5600::/32\n')
    await good('feed', 'add', 'vpn-list', path, '--tags', 'vpn')
  })

  it('tags a list as text, JSON, NDJSON and CSV', async () => {
    const list = file('list.txt', '\ufeff# ours\r\n45.9.0.1\r\n\r\n10.0.0.1\r\n45.9.0.1\r\n300.1.1.1\r\n')
    const text = (await good('tag', list)).split('\n')
    expect(text.find((line) => line.startsWith('45.9.0.1\t'))?.split(/[\t,]/)).toContain('vpn')
    expect(text.find((line) => line.startsWith('10.0.0.1\t'))).toContain('reserved:private')
    const json = JSON.parse(await good('tag', list, '--format', 'json')) as {
      stats: object
      results: readonly { line: number; status: string }[]
    }
    expect(json.stats).toMatchObject({ lines: 4, ok: 2, invalid: 1, duplicate: 1 })
    expect(json.results.map(({ line, status }) => `${line} ${status}`)).toEqual([
      '2 ok',
      '4 ok',
      '5 duplicate',
      '6 invalid',
    ])
    const ndjson = (await good('tag', list, '--format', 'ndjson')).trimEnd().split('\n')
    expect(ndjson.map((line) => (JSON.parse(line) as { status?: string }).status)).toEqual([
      undefined,
      'ok',
      'ok',
      'duplicate',
      'invalid',
    ])
    expect((await good('tag', list, '--format', 'csv')).trimEnd().split('\n')).toHaveLength(5)
  })

  it.each<[string, Buffer]>([
    ['UTF-16', Buffer.from('\ufeff45.9.0.1\r\n10.0.0.1\r\n', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('45.9.0.1\r\n10.0.0.1\r\n', 'utf16le')],
    ['old line ends', Buffer.from('45.9.0.1\r10.0.0.1\r')],
  ])('reads a list in %s', async (_, bytes) => {
    const list = file('other.txt', '')
    writeFileSync(list, bytes)
    const lines = (await good('tag', list)).trimEnd().split('\n')
    expect(lines.map((line) => line.split('\t')[0])).toEqual(['45.9.0.1', '10.0.0.1'])
  })

  it('reads a column of a table in GBK, and refuses what is not text', async () => {
    const table = file('table.csv', '')
    writeFileSync(table, Buffer.from('69702cb9fabcd2c3fbb3c60a34352e392e302e312cd6d0b9fa0a', 'hex'))
    const [head, row = ''] = (await good('tag', table, '--column', 'ip')).split('\n')
    expect(head).toBe('ip,国家名称,ip_tags')
    expect(row).toMatch(/^45\.9\.0\.1,中国,.*vpn/)
    writeFileSync(table, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]))
    const { code, error } = await run('tag', table)
    expect(code).toBe(1)
    expect(error).toContain('is not text: it holds a NUL byte; name a list, or unpack it first')
  })

  it('reads standard input, and more lines than a file may hold', async () => {
    const many = Array.from({ length: 10_050 }, (_, index) => `45.9.${index >> 8}.${index & 255}`)
    const { code, out } = await runCommand(['tag', '-', '--data', data], many.join('\n'))
    expect(code).toBe(0)
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0]),
    ).toEqual(many)
    const whole = await runCommand(['tag', '-', '--format', 'json', '--data', data], many.join('\n'))
    expect(whole.code).not.toBe(0)
    expect(whole.error).toContain('use --format ndjson or txt')
    const nothing = await runCommand(['tag', '-', '--data', data], '# nothing\n')
    expect([nothing.code === 0, nothing.out]).toEqual([false, ''])
    expect(nothing.error).toContain('holds no IP address')
  })

  it('picks addresses out of any text, also when one is split between two batches', async () => {
    const log = [
      'accepted from 45.9.0.7 port 22, then 45.9.0.7 again',
      'no address here, 1.2.3 and 1.2.3.4.5 are none',
      ...Array.from({ length: 10_100 }, (_, index) => `from 81.2.${index >> 8}.${index & 255}`),
      'last: [2A0D:5600:0:0::1]:443 and 45.9.0.7',
    ]
    const { code, out } = await runCommand(['tag', '-', '--text', '--data', data], log.join('\n'))
    expect(code).toBe(0)
    const tagged = out.trimEnd().split('\n')
    expect(tagged.map((line) => line.split('\t')[0])).toEqual(log)
    const vpns = (line = ''): string[] =>
      line
        .split('\t')
        .slice(1)
        .filter((cell) => cell.split(/[=,]/).includes('vpn'))
        .map((cell) => cell.split('=')[0] ?? '')
    expect([...new Set(vpns(tagged[0]))]).toEqual(['45.9.0.7'])
    expect(tagged[1]).toBe(log[1])
    expect(vpns(tagged.at(-1))).toEqual(['2a0d:5600::1', '45.9.0.7'])
  })

  it('appends tags to a CSV file', async () => {
    const csv = file('hosts.csv', 'name,ip\n"a, b",45.9.0.1\n"say ""hi""",\nbare,10.0.0.1\n')
    const rows = (await good('tag', csv, '--column', 'ip')).trimEnd().split('\n')
    expect(rows[0]).toBe('name,ip,ip_tags')
    expect(rows[1]).toMatch(/^"a, b",45\.9\.0\.1,"?.*\bvpn\b/)
    expect(rows[2]).toBe('"say ""hi""",,')
    expect(rows[3]).toContain('reserved:private')
    const semicolons = file('semicolons.csv', 'name;ip\n"a; b";45.9.0.1\n')
    expect(await good('tag', semicolons, '--column', 'ip')).toMatch(
      /^name;ip;ip_tags\n"a; b";45\.9\.0\.1;.*\bvpn\b/,
    )
    const wrong = await run('tag', csv, '--column', 'address')
    expect(wrong.error).toContain('no column `address`; there are name, ip')
    expect((await run('tag', csv, '--column', 'ip', '--text')).error).toContain('exclude each other')
    expect((await run('tag', '/no/such/list')).error).toContain('/no/such/list')
  })

  it('does the same through the server that owns the directory, whose sources follow the feeds', async () => {
    const { server } = await startServerProcess(data)
    try {
      const list = file('server.txt', '45.9.0.1\n81.9.0.1\n')
      expect(await good('tag', list)).toMatch(/45\.9\.0\.1\t.*\bvpn\b/)
      await good('feed', 'add', 'more', file('more.txt', '81.9.0.0/16\n'), '--tags', 'list:more')
      for (let tries = 0; ; tries++) {
        const out = await good('tag', list)
        if (/81\.9\.0\.1\t.*list:more/.test(out)) break
        expect(tries).toBeLessThan(20)
      }
    } finally {
      await server.kill()
    }
  })
})
