import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { distinct } from './distinct.ts'
import { TARGET_KINDS, targetList, targetOf, type TargetRow } from './index.ts'

const row = (values: Partial<TargetRow>): TargetRow => ({
  host: '192.0.2.7:22',
  ip: '192.0.2.7',
  port: '22',
  base_protocol: 'tcp',
  link: '',
  lastupdatetime: '2026-03-01 12:00:00',
  ...values,
})
const all = (values: Partial<TargetRow>) =>
  Object.fromEntries(TARGET_KINDS.map((kind) => [kind, targetOf(kind, row(values))]))

describe('the target of a record', () => {
  it('is an address, an endpoint or a URL, as each tool reads it', () => {
    expect(all({})).toEqual({
      nmap: '192.0.2.7',
      masscan: '192.0.2.7',
      nuclei: '192.0.2.7:22',
      httpx: '192.0.2.7:22',
      urls: undefined,
    })
    const link = 'https://login.example.com:8443/a b?next=1#x'
    expect(all({ host: 'https://login.example.com:8443', port: '8443', link })).toEqual({
      nmap: '192.0.2.7',
      masscan: '192.0.2.7',
      nuclei: 'https://login.example.com:8443/a%20b',
      httpx: 'https://login.example.com:8443/a%20b',
      urls: 'https://login.example.com:8443/a%20b',
    })
  })

  it('writes IPv6 bare, or in brackets before a port', () => {
    const values = { host: '[2001:db8::1]:22', ip: '2001:db8::1' }
    expect(all(values)).toMatchObject({ masscan: '2001:db8::1', nuclei: '[2001:db8::1]:22' })
    expect(all({ link: 'http://[2001:db8::1]:8080' }).urls).toBe('http://[2001:db8::1]:8080')
    // One run of nmap scans one family.
    expect(targetOf('nmap', row(values))).toBeUndefined()
    expect(targetOf('nmap', row(values), 6)).toBe('2001:db8::1')
    expect(targetOf('masscan', row({}), 6)).toBeUndefined()
  })

  it('uses the name when no address is known, except for masscan, which resolves none', () => {
    expect(all({ host: 'login.example.com:22', ip: '' })).toMatchObject({
      nmap: 'login.example.com',
      masscan: undefined,
      httpx: 'login.example.com:22',
    })
    expect(all({ base_protocol: 'udp' }).nuclei).toBeUndefined()
  })

  const HOSTILE = [
    '-oN/tmp/x',
    '--script=evil',
    'a b',
    'a\nb',
    'a\r\n-iL/etc/passwd',
    '$(id)',
    '`id`',
    'a;id',
    'a|id',
    "a'b",
    'a"b',
    '10.0.0.0/8',
    '10.0.0.1-255',
    '*',
    '10.0.0.*',
    '',
    '.',
    'a\u0000b',
    'bücher.example',
    `${'a'.repeat(300)}.example`,
  ]
  it.each(HOSTILE)('is never the text %j of a record', (text) => {
    const values = [
      { host: text, ip: '' },
      { host: `${text}:80`, ip: text, port: '80' },
      { host: 'example.com', ip: '', port: text },
      { host: 'x', ip: '', port: '0', link: `http://${text}/` },
      { host: 'x', ip: '', port: '0', link: `http://example.com/${text}` },
      { host: 'x', ip: '', port: '0', link: text },
    ]
    for (const value of values)
      for (const target of Object.values(all(value)))
        expect(target ?? 'example').toMatch(/^[a-z0-9_[][A-Za-z0-9\][/._~%:@,=+-]*$/)
    expect(all({ host: text, ip: '' }).nmap).toBeUndefined()
  })
})

describe('a list of targets', () => {
  const lines = (rows: readonly TargetRow[], unseenSince?: number) => {
    const list = targetList({ kind: 'nmap', unseenSince })
    return { text: rows.map(list.line).join(''), ...list.counts() }
  }

  it('has each target once', () => {
    expect(
      lines([row({}), row({ port: '80' }), row({ ip: '192.0.2.8' }), row({ ip: '', host: '-x' })]),
    ).toEqual({
      text: '192.0.2.7\n192.0.2.8\n',
      targets: 2,
      recent: 0,
      without: 1,
    })
  })

  it('leaves out a target with any recently seen record', () => {
    const rows = [
      row({ lastupdatetime: '2026-03-02 00:00:00' }),
      row({ ip: '192.0.2.8', lastupdatetime: '2026-03-01 23:59:59' }),
      row({ lastupdatetime: '2025-01-01 00:00:00' }),
    ]
    expect(lines(rows, Date.UTC(2026, 2, 2))).toEqual({
      text: '192.0.2.8\n',
      targets: 1,
      recent: 1,
      without: 0,
    })
  })

  it('stores more entries than one set can', () => {
    const known = distinct(2)
    const texts = ['a', 'b', 'c', 'd', 'e', 'a', 'c', 'e']
    expect(texts.map(known.add)).toEqual([true, true, true, true, true, false, false, false])
  })

  const isThere = spawnSync('nmap', ['--version']).status === 0
  it.skipIf(!isThere)('can be read by nmap', () => {
    const list = targetList({ kind: 'nmap' })
    const rows = [row({}), row({ ip: '', host: '--script=x' }), row({ ip: '198.51.100.1' })]
    const run = spawnSync('nmap', ['-n', '-sL', '-iL', '-'], { input: rows.map(list.line).join('') })
    const found = String(run.stdout).match(/report for \S+/g)
    expect(found).toEqual(['report for 192.0.2.7', 'report for 198.51.100.1'])
  })
})
