// Small inputs in the shapes that real tools were seen to write, each of which once lost something or stored it wrongly.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Reading } from './importer.ts'
import { planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-real-tools-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Read {
  readonly format: string
  readonly readings: readonly Reading[]
}

async function read(content: string | Uint8Array, name = 'input'): Promise<Read> {
  const file = join(folder, name)
  writeFileSync(file, content)
  for await (const planned of planInputs(await findFiles([file], []), {
    port: undefined,
    fields: undefined,
    now: 0,
  })) {
    if ('refused' in planned) return { format: planned.refused, readings: [] }
    const readings: Reading[] = []
    for await (const reading of planned.importer.read(planned.input, planned.options)) readings.push(reading)
    return { format: planned.importer.name, readings }
  }
  return { format: '', readings: [] }
}

const nmap = (port: string, behind = ''): string =>
  `<?xml version="1.0"?>\n<nmaprun scanner="nmap" start="1700000000"><host><address addr="192.0.2.1" addrtype="ipv4"/><ports>` +
  `<port protocol="tcp" portid="80"><state state="open"/>${port}</port></ports></host></nmaprun>\n${behind}`

describe('tables', () => {
  it('may end their lines with two carriage returns', async () => {
    const { readings } = await read('ip,port,title\r\r\n192.0.2.1,80,a\r\r\n192.0.2.2,81,b\r\r\n')
    expect(readings).toMatchObject([
      { line: 2, observation: { stated: { title: 'a' } } },
      { line: 3, observation: { stated: { title: 'b' } } },
    ])
  })
})

describe('masscan', () => {
  const header = '# Masscan 1.0.6 scan initiated Sat Nov 21 08:37:05 2020\n'
  it.each(['Host: 192.0.2.1 ()\tPorts: 80/open/tcp//http//\n', 'open tcp 80 192.0.2.1\n'])(
    'gives %j the time of its header',
    async (line) =>
      expect((await read(header + line)).readings).toMatchObject([
        { observation: { port: 80, time: Date.UTC(2020, 10, 21, 8, 37, 5) } },
      ]),
  )

  it('reads every port of a line with several', async () => {
    const line = 'Timestamp: 1700000001\tHost: 192.0.2.2 ()\tPorts: 53/open/udp//domain//, 54/open/tcp////\n'
    const { format, readings } = await read(line)
    expect([format, ...readings.map((one) => one.kind === 'observation' && one.observation.port)]).toEqual([
      'masscan',
      53,
      54,
    ])
  })

  it('rejects what is behind its XML', async () => {
    const xml = nmap('', 'open tcp 81 192.0.2.2 1700000000\n').replace('scanner="nmap"', 'scanner="masscan"')
    expect((await read(xml)).readings.map(({ kind }) => kind)).toEqual(['observation', 'reject'])
  })
})

describe('Nmap', () => {
  it('keeps the product of a grepable line without its header', async () => {
    const found = await read('Host: 192.0.2.1 ()\tPorts: 80/open/tcp//http//nginx 1.2/\n')
    expect(found).toMatchObject({
      format: 'nmap',
      readings: [{ observation: { stated: { product: ['nginx'] } } }],
    })
  })

  it('keeps the names of a host whose reverse DNS is another', async () => {
    const text = `Nmap scan report for a.example (192.0.2.1)\nHost is up.\nrDNS record for 192.0.2.1: b.example\nPORT   STATE SERVICE\n80/tcp open  http\n`
    expect((await read(text)).readings).toMatchObject([
      { observation: { reached: 'a.example', stated: { ip: '192.0.2.1', ptr: ['b.example'] } } },
    ])
  })

  it.each([
    `Nmap scan report for 192.0.2.1\nPORT   STATE SERVICE VERSION\n80/tcp open  http    (PHP 8.1)\n`,
    `# Nmap 7.93 scan initiated Wed Nov 25 21:14:02 2026 as: nmap -sV\nHost: 192.0.2.1 ()\tPorts: 80/open/tcp//http//(PHP 8.1)/\n`,
  ])('takes remarks on a service for no product in %j', async (text) => {
    const [first] = (await read(text)).readings
    expect(first).toMatchObject({ observation: { port: 80, stated: { protocol: 'http' } } })
    expect(first).not.toHaveProperty('observation.stated.product')
  })

  it('rejects what is behind its end', async () => {
    const { readings } = await read(nmap('', '192.0.2.9:8080 open\n'))
    expect(readings).toMatchObject([
      { kind: 'observation' },
      { kind: 'reject', reject: { line: 3, text: '192.0.2.9:8080 open' } },
    ])
  })

  it('keeps a version without a product', async () => {
    const { readings } = await read(nmap('<service name="mysql" method="probed" version="8.0.36"/>'))
    expect(readings).toMatchObject([{ observation: { stated: { product_version: ['8.0.36'] } } }])
  })

  it('has titles that people can read', async () => {
    const script = '<script id="http-title" output="Fish &amp;amp; chips &amp;lt;/b&gt;"/>'
    expect((await read(nmap(script))).readings).toMatchObject([
      { observation: { stated: { title: 'Fish & chips </b>' } } },
    ])
  })
})

describe('a log into which records were mixed', () => {
  const record = (octet: number): string =>
    JSON.stringify({
      host: `192.0.2.${octet}`,
      ip: `192.0.2.${octet}`,
      port: 80,
      protocol: 'tcp',
      tls: false,
    })
  const banner =
    '                  __\n  ___  ___  ___ _/ /  __ __\n / _ \\/ _ \\/ _ \\/ _ \\/ // /\n\n\t\tprojectdiscovery.io\n\n'

  it.each([
    [
      'a banner before',
      `${banner}[INF] Current version v2.3.0 (latest)\n${record(1)}\n[INF] Found 1 port\n${record(2)}\n`,
    ],
    ['coloured messages between', `${record(1)}\n[\x1b[34mINF\x1b[0m] Found\n${record(2)}\n[WRN] slow\n`],
  ])('gives its records: %s', async (_, text) => {
    const { format, readings } = await read(text)
    expect(format).toBe('naabu')
    expect(readings).toMatchObject([
      { kind: 'observation', observation: { reached: '192.0.2.1' } },
      { kind: 'observation', observation: { reached: '192.0.2.2' } },
    ])
  })
})

describe('a log that begins with what is not a record', () => {
  const found = (octet: number): string =>
    `{"host":"192.0.2.${octet}","ip":"192.0.2.${octet}","port":80,"protocol":"tcp","tls":false}`
  const [one, two] = [found(1), found(2)]
  const discovered = (octet: number): string => `Discovered open port 80/tcp on 192.0.2.${octet}      \n`
  const masscan =
    'Starting masscan 1.3.2 (http://bit.ly/14GZzcT) at 2026-01-02 03:04:05 GMT\nInitiating SYN Stealth Scan\nScanning 2 hosts [1 port/host]\n'
  const progress = 'rate:  0.10-kpps, 50.00% done,   0:00:30 remaining, found=0       \r'

  it.each([
    ['a prompt', `root@scanner:~# naabu -json -list hosts\n${one}\n${two}\n`],
    ['a short prompt, and one at the end', `$ naabu -json\n${one}\n${two}\n$ exit\n`],
    ['`script`', `Script started on 2026-01-02\r\n${one}\r\n${two}\r\nScript done on 2026-01-02\r\n`],
    ['Go’s log', `2026/01/02 03:04:05 starting\n${one}\n2026/01/02 03:04:06 more\n${two}\n`],
    [
      'logrus',
      `time="2026-01-02T03:04:05Z" level=info msg="started grab"\n${one}\n${two}\nINFO[0000] done\n`,
    ],
    ['masscan', `${masscan}${discovered(1)}${discovered(2)}`],
    [
      'masscan’s progress on the line of a record',
      `${progress}${progress}${discovered(1)}${progress}${discovered(2)}`,
    ],
  ])('gives its records and nothing else: %s', async (_, text) => {
    const { readings } = await read(text)
    expect(readings).toMatchObject([
      { kind: 'observation', observation: { reached: '192.0.2.1', port: 80 } },
      { kind: 'observation', observation: { reached: '192.0.2.2', port: 80 } },
    ])
  })

  it('leaves an archive as it is: its lengths count every byte', async () => {
    const page = 'HTTP/1.1 200 OK\r\n\r\n<pre>\n[INF] a page about logs\n$ ls\n</pre>'
    const head = 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.example.com/\r\n'
    const rest = `WARC-IP-Address: 192.0.2.1\r\nContent-Type: application/http\r\nContent-Length: ${page.length}\r\n\r\n`
    const { format, readings } = await read(`${head}${rest}${page}\r\n\r\n`)
    expect(format).toBe('warc')
    expect(readings).toMatchObject([
      { observation: { stated: { body: '<pre>\n[INF] a page about logs\n$ ls\n</pre>' } } },
    ])
  })
})

describe('what is refused', () => {
  it('is called a list of ranges only where it is one', async () => {
    const ranges = '192.0.2.0/24 # a\n198.51.100.0/24 # b\n203.0.113.0/24\n'
    expect((await read(ranges)).format).toContain('`periplus feed add NAME FILE`')
    const line = '{"host":"192.0.2.1","ip":"192.0.2.1","port":80,"protocol":"tcp","tls":false}\n'
    const { format } = await read(`something else\n${line}${line}${line}`)
    expect(format).toContain('not a format we know (text that begins with `something else`)')
  })
})

describe('blank lines before a table', () => {
  it.each([
    ['csv', '\n  \nhost,ip,port,title\nhttp://a.example.com,192.0.2.1,80,x\n'],
    ['zmap', '\n \nsaddr,sport,classification\n192.0.2.1,80,synack\n'],
  ])('do not count: %s', async (format, text) => {
    expect(await read(text)).toMatchObject({ format, readings: [{ observation: { port: 80 } }] })
  })
})

describe('naabu', () => {
  it('has no header row in its CSV since 2.6', async () => {
    const row =
      'www.example.com,192.0.2.4,443,tcp,true,false,,2026-02-03 00:00:01.1 +0000 UTC m=+0.012,,,,,,,,,,,,,,,,0,'
    expect(await read(`${row}\n${row.replace('443', '80')}\n`)).toMatchObject({
      format: 'naabu',
      readings: [
        { observation: { reached: 'www.example.com', port: 443, time: Date.UTC(2026, 1, 3, 0, 0, 1, 100) } },
        { observation: { port: 80, stated: { ip: '192.0.2.4' } } },
      ],
    })
  })
})

describe('Shodan', () => {
  it('does not call a page https that was read in the plain', async () => {
    const banner = {
      ...{
        ip_str: '192.0.2.1',
        port: 80,
        transport: 'tcp',
        data: 'HTTP/1.1 200 OK\r\n\r\n',
        http: { status: 200 },
      },
      _shodan: { module: 'https-simple-new' },
    }
    expect((await read(JSON.stringify(banner))).readings).toMatchObject([
      { observation: { stated: { protocol: 'http' }, page: { scheme: 'http' } } },
    ])
  })
})

describe('tlsx', () => {
  it('leaves the verdict to the certificate where it is there', async () => {
    const record = {
      timestamp: '2026-01-01T00:00:00Z',
      host: 'a.example.com',
      ip: '192.0.2.1',
      port: '443',
      probe_status: true,
    }
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
    const verdict = async (more: object): Promise<unknown> => {
      const { readings } = await read(
        JSON.stringify({ ...record, tls_version: 'tls13', mismatched: true, ...more }),
      )
      return readings[0]?.kind === 'observation' ? readings[0].observation.stated.cert_is_match : 'none'
    }
    expect(await verdict({ certificate: pem })).toBeUndefined()
    expect(await verdict({})).toBe(false)
  })
})

describe('zgrab2', () => {
  it('names the product of its server header', async () => {
    const response = {
      status_code: 200,
      headers: { server: ['nginx/1.24.0 (Ubuntu) PHP/8.2'] },
      request: { url: { host: '192.0.2.1' } },
    }
    const line = {
      ip: '192.0.2.1',
      data: { http: { status: 'success', protocol: 'http', result: { response } } },
    }
    expect((await read(JSON.stringify(line))).readings).toMatchObject([
      { observation: { stated: { product: ['nginx', 'PHP'], product_version: ['1.24.0', '8.2'] } } },
    ])
  })
})

describe('wfuzz', () => {
  it('is not taken for httpx', async () => {
    const found = {
      chars: 10,
      code: 200,
      payload: 'x',
      lines: 1,
      location: '',
      method: 'GET',
      server: '',
      url: 'http://192.0.2.1/',
      words: 2,
    }
    expect((await read(JSON.stringify([found]))).format).toContain('wfuzz')
  })
})

describe('UTF-16 without a mark', () => {
  const text = '{"ip":"192.0.2.1","port":80,"title":"a"}\r\n'
  it.each([
    ['little', Buffer.from(text, 'utf16le')],
    ['big', Buffer.from(text, 'utf16le').swap16()],
  ])('is read, %s end first', async (_, bytes) =>
    expect((await read(bytes)).readings).toMatchObject([{ observation: { stated: { title: 'a' } } }]),
  )

  it('is read with colours', async () => {
    const lines = 'http://a.example.com [\x1b[32m200\x1b[0m] [A title]\r\n'.repeat(3)
    expect((await read(Buffer.from(lines, 'utf16le'))).readings).toHaveLength(3)
  })
})
