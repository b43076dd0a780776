// What tools write with other options, in other versions and on other machines than those whose files are samples.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'
import { readTime } from './text/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-other-layouts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The format of a text, its services as `reached port/transport time`, and what else each holds. */
async function read(content: string) {
  const file = join(folder, 'input')
  writeFileSync(file, content)
  const services: string[] = []
  const stated: unknown[] = []
  let others = 0
  let format = ''
  const options = { port: undefined, fields: undefined, now: 0 }
  for await (const planned of planInputs(await findFiles([file], []), options)) {
    if ('refused' in planned) return { format: planned.refused, services, stated, others }
    format = planned.importer.name
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind === 'observation') {
        const { reached, port, baseProtocol, time } = reading.observation
        services.push(
          [
            reached,
            `${port}/${baseProtocol}`,
            ...(time === undefined ? [] : [new Date(time).toISOString()]),
          ].join(' '),
        )
        stated.push({ ...reading.observation.stated, page: reading.observation.page })
      } else others++
    }
  }
  return { format, services, stated, others }
}

const json = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

describe('Nmap before 5.00', () => {
  const header =
    '# nmap 4.11 scan initiated Thu Mar  2 10:00:00 2006 as: nmap -sV -oN old a.example.com 192.0.2.2\n'
  const hosts =
    'Interesting ports on a.example.com (192.0.2.1):\nNot shown: 1678 closed ports\nPORT   STATE SERVICE VERSION\n' +
    '22/tcp open  ssh     OpenSSH 3.9p1 (protocol 1.99)\n80/tcp open  http    Apache httpd 2.0.52\n\n' +
    'All 1680 scanned ports on 192.0.2.3 are closed\n\nInteresting ports on 192.0.2.2:\nPORT   STATE  SERVICE VERSION\n' +
    '25/tcp closed smtp\n53/tcp open   domain  ISC BIND 9.2.1\n\n'

  it('names the ports of its hosts as interesting', async () => {
    const end = '# Nmap run completed at Thu Mar  2 10:00:30 2006 -- 3 IP addresses (3 hosts up) scanned\n'
    const { format, services, stated, others } = await read(header + hosts + end)
    expect({ format, services, others }).toEqual({
      format: 'nmap',
      services: [
        'a.example.com 22/tcp 2006-03-02T10:00:00.000Z',
        'a.example.com 80/tcp 2006-03-02T10:00:00.000Z',
        '192.0.2.2 53/tcp 2006-03-02T10:00:00.000Z',
      ],
      others: 2,
    })
    expect(stated).toMatchObject([
      { product: ['OpenSSH'] },
      { product: ['Apache httpd'] },
      { protocol: 'dns' },
    ])
  })

  it('prints hosts without a name and rows with blanks at their ends', async () => {
    const old =
      '# nmap (V. 3.00) scan initiated Mon Jan  6 10:00:00 2003 as: nmap -oN x 192.0.2.1 \nInteresting ports on  (192.0.2.1):\n' +
      '(The 1599 ports scanned but not shown below are in state: closed)\nPort       State       Service\n' +
      '22/tcp     open        ssh                     \n\n# Nmap run completed at Mon Jan  6 10:00:01 2003 -- 1 IP address\n'
    expect(await read(old)).toMatchObject({
      services: ['192.0.2.1 22/tcp 2003-01-06T10:00:00.000Z'],
      others: 0,
    })
  })

  it('writes its name small in the grepable output, too', async () => {
    const text =
      '# nmap 3.00 scan initiated Mon Jan  6 10:00:00 2003 as: nmap -oG go 192.0.2.1 \n' +
      'Host: 192.0.2.1 ()\tPorts: 22/open/tcp//ssh///\tIgnored State: closed (1599)\n'
    expect(await read(text)).toMatchObject({ services: ['192.0.2.1 22/tcp 2003-01-06T10:00:00.000Z'] })
  })
})

describe('other orders, types and spellings', () => {
  it('of masscan, whose keys another program sorted', async () => {
    const host = {
      timestamp: '1704103201',
      ports: [{ ttl: 64, status: 'open', reason: 'syn-ack', proto: 'tcp', port: 80 }],
      ip: '192.0.2.1',
    }
    const found = await read(JSON.stringify([host], null, 2))
    expect(found).toMatchObject({
      format: 'masscan',
      services: ['192.0.2.1 80/tcp 2024-01-01T10:00:01.000Z'],
    })
  })

  it('of ZMap, whose success is a truth value', async () => {
    const row = { sport: 443, classification: 'synack', timestamp_ts: 1_704_103_201 }
    const text = json(
      { ...row, saddr: '192.0.2.1', success: true, repeat: false },
      { ...row, saddr: '192.0.2.2', success: false, repeat: false },
      { ...row, saddr: '192.0.2.1', success: true, repeat: true },
    )
    expect(await read(text)).toMatchObject({
      services: ['192.0.2.1 443/tcp 2024-01-01T10:00:01.000Z'],
      others: 2,
    })
  })

  it('of naabu, whose first line is an IPv6 address', async () => {
    expect(await read('[2001:db8::1]:443\na.example.com:80\n192.0.2.1:22\n')).toMatchObject({
      format: 'naabu',
      services: ['2001:db8::1 443/tcp', 'a.example.com 80/tcp', '192.0.2.1 22/tcp'],
      others: 0,
    })
  })

  it('of naabu, whose port was an object', async () => {
    const text = json(
      { host: 'a.example.com', ip: '192.0.2.1', port: { Port: 443, Protocol: 0, TLS: false } },
      { ip: '192.0.2.2', port: { Port: 53, Protocol: 1, TLS: false } },
    )
    expect(await read(text)).toMatchObject({
      format: 'naabu',
      services: ['a.example.com 443/tcp', '192.0.2.2 53/udp'],
    })
  })

  it.each([
    [
      'flat JSON',
      JSON.stringify([
        { id: 'TLS1_2', ip: 'a.example.com/[2001:db8::1]', port: '443', severity: 'OK', finding: 'offered' },
      ]),
    ],
    [
      'CSV',
      '"id","fqdn/ip","port","severity","finding","cve","cwe"\r\n"TLS1_2","a.example.com/[2001:db8::1]","443","OK","offered","",""\r\n',
    ],
    [
      'pretty JSON',
      JSON.stringify({
        Invocation: 'x',
        scanResult: [
          {
            targetHost: 'a.example.com',
            ip: '[2001:db8::1]',
            port: '443',
            protocols: [{ id: 'TLS1_2', severity: 'OK', finding: 'offered' }],
          },
        ],
        scanTime: 1,
      }),
    ],
  ])('of testssl.sh, which writes IPv6 addresses in brackets: %s', async (_, text) => {
    const { services, stated } = await read(text)
    expect({ services, stated }).toMatchObject({
      services: ['a.example.com 443/tcp'],
      stated: [{ ip: '2001:db8::1', tls_version: 'TLSv1.2' }],
    })
  })

  it('of CDXJ, whose status is a number', async () => {
    const line = 'com,example)/ 20240101100000 {"url":"http://www.example.com/","status":301}\n'
    expect((await read(line)).stated).toMatchObject([{ status_code: 301 }])
  })

  it('of Criminal IP, whose banner ends its lines like HTTP', async () => {
    const banner = 'HTTP/1.1\r\nStatus: 200 OK\r\nContent Type: text/html\r\n\r\n<p>'
    const result = { ip_address: '192.0.2.1', open_port_no: 80, socket_type: 'tcp', banner }
    const answer = JSON.stringify({ status: 200, data: { count: 1, result: [result] } })
    expect((await read(answer)).stated).toMatchObject([
      { header: 'HTTP/1.1 200 OK\r\nContent-Type: text/html', body: '<p>' },
    ])
  })

  it('of Suricata, whose names hold a comma in quotes', async () => {
    const event = {
      ...{ timestamp: '2024-01-01T10:00:00.1+0000', flow_id: 1, event_type: 'tls', proto: 'TCP' },
      ...{ src_ip: '10.0.0.1', dest_ip: '192.0.2.1', dest_port: 443 },
      tls: { subject: 'CN=a.example.com, O="X, Inc"', issuerdn: 'CN=CA', version: 'TLS 1.2' },
    }
    expect((await read(json(event))).stated).toMatchObject([{ cert_subject_org: 'X, Inc' }])
  })

  it('of Censys, whose web property shows TLS by its address alone', async () => {
    const http = { uri: 'https://w.example.com/', status_code: 200 }
    const resource = { hostname: 'w.example.com', port: 443, endpoints: [{ path: '/', http }] }
    const text = json({ result: { hits: [{ webproperty_v1: { resource } }] } })
    expect((await read(text)).stated).toMatchObject([{ protocol: 'https', page: { scheme: 'https' } }])
  })

  it('of ONYPHE, whose protocol is https', async () => {
    const result = { '@category': 'datascan', ip: '192.0.2.1', port: 443, protocol: 'https' }
    expect((await read(json(result))).stated).toMatchObject([
      { protocol: 'https', page: { scheme: 'https' } },
    ])
  })

  it('of Zeek, whose values are parted by commas', async () => {
    const head =
      '#separator ,\n#set_separator,;\n#path,known_services\n#fields,ts,host,port_num,port_proto,service\n'
    const types = '#types,time,addr,port,enum,set[string]\n'
    expect(await read(`${head}${types}1704103201,2001:db8::1,443,tcp,SSL;HTTP\n`)).toMatchObject({
      format: 'zeek',
      services: ['2001:db8::1 443/tcp 2024-01-01T10:00:01.000Z'],
      stated: [{ protocol: 'https' }],
    })
  })

  it.each([
    ['2024-01-01 10:00:00.5 +0100 CET', Date.UTC(2024, 0, 1, 9) + 500],
    ['2024-01-01 10:00:00 +0330 +0330', Date.UTC(2024, 0, 1, 6, 30)],
    ['2024-01-01 10:00:00 +0000 UTC', Date.UTC(2024, 0, 1, 10)],
    ['2024-01-01 10:00:00 CET', undefined],
    ['2024-01-01 CET', undefined],
  ])('of times as Go prints them in the zone of the machine: %s', (text, time) =>
    expect(readTime(text)).toBe(time),
  )
})
