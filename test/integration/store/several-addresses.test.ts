// A name with several addresses is found by any of them, and the newest is the one that is shown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outputOf } from '../../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-addresses-'))
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (...args: readonly string[]): Promise<string> => outputOf(...args, '--data', data)

async function found(query: string): Promise<readonly string[]> {
  const out = await run('search', query, '--full', '--json', '--fields', 'host,ip')
  const { results } = JSON.parse(out) as { results: readonly { host: string; ip: string }[] }
  return results.map(({ host, ip }) => `${host} ${ip}`).sort()
}

async function importLines(name: string, lines: readonly object[]): Promise<void> {
  const file = join(folder, name)
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  await run('import', file)
}

beforeAll(async () => {
  // naabu writes one line for each address of a name.
  const line = { host: 'www.example.com', port: 80, protocol: 'tcp', timestamp: '2026-03-01T10:00:00Z' }
  await importLines('naabu.json', [
    { ...line, ip: '192.0.2.1' },
    { ...line, ip: '198.51.100.7', timestamp: '2026-03-01T10:00:05Z' },
    { ...line, ip: '2001:db8::7', timestamp: '2026-03-01T10:00:03Z' },
    { ...line, host: '203.0.113.5', ip: '203.0.113.5' },
    { ...line, host: 'two.example.com', ip: '203.0.113.20', port: 81 },
    { ...line, host: 'two.example.com', ip: '203.0.113.21', port: 81, timestamp: '2026-03-01T10:00:05Z' },
    { ...line, host: '203.0.113.20', ip: '203.0.113.20', port: 22 },
    { ...line, host: 'one.example.com', ip: '203.0.113.9' },
  ])
})

const NAME = 'www.example.com:80 198.51.100.7'
const TWO = 'two.example.com:81 203.0.113.21'
const OLDER = '203.0.113.20:22 203.0.113.20'

it.each([
  ['an older address', 'ip="192.0.2.1"', [NAME]],
  ['the newest address', 'ip="198.51.100.7"', [NAME]],
  ['an IPv6 address', 'ip="2001:db8::7"', [NAME]],
  ['a network', 'ip="192.0.2.0/24"', [NAME]],
  ['a network of IPv6', 'ip="2001:db8::/32"', [NAME]],
  ['a range', 'ip="192.0.2.0-192.0.2.9"', [NAME]],
  ['a list', 'ip="192.0.2.1,203.0.113.0/29"', ['203.0.113.5:80 203.0.113.5', NAME]],
  ['a list of addresses', 'ip="192.0.2.1,203.0.113.5"', ['203.0.113.5:80 203.0.113.5', NAME]],
  ['another address', 'ip="192.0.2.2"', []],
  [
    'an exclusion',
    'ip!="192.0.2.1" && port="80"',
    ['203.0.113.5:80 203.0.113.5', 'one.example.com:80 203.0.113.9'],
  ],
  ['all of IPv6', 'ip="::/0"', [NAME]],
  ['what an older address shows', 'ip_filter(port=22)', [OLDER, TWO]],
  ['the number of ports of an older address', 'port_size="2"', [OLDER, TWO]],
  ['the ports of an older address', 'ip_ports="22,81" && port!=22', [TWO]],
  ['what a name shows at an older address', 'ip_filter(host="two.example.com") && port=22', [OLDER]],
])(
  'is found by %s',
  async (_, query, expected) => expect(await found(query)).toEqual([...expected].sort()),
  60_000,
)

it('is found by a long list, and excluded by one', async () => {
  const list = Array.from({ length: 300 }, (_, index) => `10.0.${index >> 8}.${index & 255}`)
  expect(await found(`ip="${list},192.0.2.1"`)).toEqual([NAME])
  expect(await found(`ip!="${list},192.0.2.1,203.0.113.20" && port="80"`)).toEqual(
    ['203.0.113.5:80 203.0.113.5', 'one.example.com:80 203.0.113.9'].sort(),
  )
}, 60_000)

it('loses the addresses of an earlier import when a newer one observes it', async () => {
  const line = { host: 'www.example.com', port: 80, protocol: 'tcp', timestamp: '2026-04-01T10:00:00Z' }
  await importLines('later.json', [{ ...line, ip: '192.0.2.77' }])
  expect(await found('ip="192.0.2.77"')).toEqual(['www.example.com:80 192.0.2.77'])
  expect(await found('ip="192.0.2.1"')).toEqual([])
  const { imports } = JSON.parse(await run('imports', 'list', '--json')) as {
    imports: readonly { id: string }[]
  }
  await run('imports', 'undo', imports[0]?.id ?? '', '--yes')
  expect(await found('ip="192.0.2.77"')).toEqual([])
})
