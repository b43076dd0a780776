import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { diffScans, readScan } from './index.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-diff-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

let files = 0
async function scanOf(text: string) {
  const path = join(directory, `scan-${files++}`)
  writeFileSync(path, text)
  return readScan([path], {})
}

const lines = (...records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n')

interface Port {
  readonly port: number
  readonly state?: string
  readonly version?: string
}

/** A scan of one host by Nmap. */
function nmap(ports: readonly Port[], { services = '1-1000', host = '', extra = '' } = {}): string {
  const listed = ports.map(
    ({ port, state = 'open', version = '1' }) =>
      `<port protocol="tcp" portid="${port}"><state state="${state}"/><service name="ssh" product="OpenSSH" version="${version}" method="probed"/></port>`,
  )
  return `<?xml version="1.0"?><nmaprun scanner="nmap" start="1790000000">
    <scaninfo type="syn" protocol="tcp" services="${services}"/>
    <host><status state="up"/><address addr="192.0.2.1" addrtype="ipv4"/><ports>${extra}${listed.join('')}</ports></host>
    ${host}<runstats><finished time="1790000100"/></runstats></nmaprun>`
}

const named = (services: readonly { readonly host: string; readonly port: number }[]) =>
  services.map(({ host, port }) => `${host}:${port}`)

describe('the difference between two scans', () => {
  it('is empty between a scan and itself', async () => {
    const scan = await scanOf(nmap([{ port: 22 }, { port: 80 }]))
    expect(diffScans(scan, scan)).toEqual({ both: 2, added: [], changed: [], closed: [], notSeen: [] })
  })

  it('lists new services by address and port, with their values', async () => {
    const older = await scanOf(lines({ ip: '192.0.2.9', port: 80 }))
    const newer = await scanOf(
      lines(
        { ip: '192.0.2.10', port: 80, title: 'Login' },
        { ip: '192.0.2.9', port: 443 },
        { ip: '192.0.2.9', port: 80 },
      ),
    )
    const { added, both } = diffScans(older, newer)
    expect([both, named(added)]).toEqual([1, ['192.0.2.9:443', '192.0.2.10:80']])
    expect(added[1]?.values).toMatchObject({ title: 'Login' })
  })

  it('lists different values that both scans state; a value that one scan omits has not changed', async () => {
    const older = await scanOf(nmap([{ port: 22, version: '8.9' }, { port: 80 }]))
    const newer = await scanOf(
      lines({ ip: '192.0.2.1', port: 22, product: 'OpenSSH', version: '9.6' }, { ip: '192.0.2.1', port: 80 }),
    )
    expect(diffScans(older, newer).changed).toEqual([
      {
        ...{ host: '192.0.2.1', port: 22, transport: 'tcp' },
        changes: [{ column: 'product_version', from: '8.9', to: '9.6' }],
      },
    ])
  })

  it('considers a service closed only when the newer scan says that it probed it', async () => {
    const older = await scanOf(nmap([{ port: 21 }, { port: 22 }, { port: 80 }, { port: 8080 }]))
    const extra = '<extraports state="closed" count="997"/>'
    const newer = await scanOf(nmap([{ port: 22 }, { port: 80, state: 'filtered' }], { extra }))
    const { closed, notSeen } = diffScans(older, newer)
    expect(closed.map(({ port, state }) => [port, state])).toEqual([
      [21, 'closed'],
      [80, 'filtered'],
    ])
    expect(named(notSeen)).toEqual(['192.0.2.1:8080'])
  })

  it('considers no service closed on an unfinished host, and all closed on a host that was down', async () => {
    const older = await scanOf(nmap([{ port: 22 }]))
    const aborted = await scanOf(nmap([{ port: 80 }]).replace(/<\/ports><\/host>[\s\S]*/, ''))
    expect(named(diffScans(older, aborted).notSeen)).toEqual(['192.0.2.1:22'])
    const down = nmap([], { host: '' }).replace('state="up"', 'state="down"')
    expect(diffScans(older, await scanOf(down)).closed).toMatchObject([{ port: 22, state: 'host down' }])
  })

  it('accepts closed ports of masscan, and no other port of its hosts', async () => {
    const older = await scanOf(lines({ ip: '192.0.2.1', port: 22 }, { ip: '192.0.2.1', port: 23 }))
    const newer = await scanOf(
      `[\n{ "ip": "192.0.2.1", "timestamp": "1790000000", "ports": [ {"port": 22, "proto": "tcp", "status": "closed", "reason": "rst-ack", "ttl": 60} ] }\n]\n`,
    )
    const { closed, notSeen } = diffScans(older, newer)
    expect([named(closed), named(notSeen)]).toEqual([['192.0.2.1:22'], ['192.0.2.1:23']])
  })

  it('accepts closed ports of our own records', async () => {
    const older = await scanOf(lines({ ip: '192.0.2.1', port: 53, base_protocol: 'udp' }))
    const newer = await scanOf(
      lines(
        { ip: '192.0.2.1', port: 53, base_protocol: 'udp', state: 'closed' },
        { ip: '192.0.2.2', port: 53 },
      ),
    )
    expect(diffScans(older, newer).closed).toMatchObject([{ port: 53, transport: 'udp', state: 'closed' }])
  })

  it('completes a service from several observations of one scan', async () => {
    const scan = await scanOf(
      lines({ ip: '192.0.2.1', port: 80, server: 'nginx' }, { ip: '192.0.2.1', port: 80, title: 'A' }),
    )
    const [service] = scan.services.values()
    expect(Object.fromEntries(service?.values ?? [])).toMatchObject({ server: 'nginx', title: 'A' })
  })
})

it('a file that no importer reads is a note of the scan', async () => {
  const { services, notes } = await scanOf('an unknown format\u0000\u0001')
  expect([services.size, notes]).toEqual([0, [expect.stringContaining('not a format we know')]])
})
