// Values that are easily lost or misread without a word: each is read, or rejected with its line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-doubtful-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(content: string | Uint8Array, port?: number) {
  const file = join(folder, 'input')
  writeFileSync(file, content)
  const services: string[] = []
  const rejects: string[] = []
  const options = { port, fields: undefined, now: 0 }
  for await (const planned of planInputs(await findFiles([file], []), options)) {
    if ('refused' in planned) return { services, rejects: [planned.refused] }
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind === 'observation')
        services.push(`${reading.observation.reached} ${reading.observation.port}`)
      if (reading.kind === 'reject') rejects.push(`${reading.reject.line}: ${reading.reject.reason}`)
    }
  }
  return { services, rejects }
}

it.each<[string, string | Uint8Array, readonly string[], readonly string[]]>([
  [
    'a number of RustScan that is not a port',
    '192.0.2.1 -> [22,80,65536]\n2001:db8::1 -> [443]\n',
    ['192.0.2.1 22', '192.0.2.1 80', '2001:db8::1 443'],
    ['1: `65536` is not a port between 1 and 65535; the record is kept without it'],
  ],
  [
    'numbers that a spreadsheet rounded',
    'ip,port,as_number,icon_hash\n192.0.2.1,80,1.3335E+04,-2.47389E+08\n192.0.2.2,80,"4,2E+09",116323821\n',
    ['192.0.2.1 80', '192.0.2.2 80'],
    [
      '2: `icon_hash`: `-2.47389E+08` was rounded by a spreadsheet; the record is kept without it',
      '3: `as_number`: `4,2E+09` was rounded by a spreadsheet; the record is kept without it',
    ],
  ],
  [
    'services of a host as objects in a list',
    '[{"ip":"192.0.2.1","hostname":"www.example.com","ports":[{"port":80,"service":"http","state":"open"},{"port":443,"state":"closed"},{"port":8443}]},{"ip":"192.0.2.2","ports":[{"port":22},{"port":99999}]}]',
    ['www.example.com 80', 'www.example.com 8443', '192.0.2.2 22'],
    ['1: `port`: `99999` is not a port between 1 and 65535'],
  ],
  [
    'states of ports in several words',
    '{"ip":"192.0.2.1","port":80,"state":true}\n{"ip":"192.0.2.1","port":81,"state":false}\n{"ip":"192.0.2.1","port":82,"status":"unreachable"}\n{"ip":"192.0.2.1","port":83,"state":"no-response"}\n',
    ['192.0.2.1 80'],
    [],
  ],
  [
    'a table with many rows below headings of its own',
    `IP Address,Port,Protocol,Service\n${'192.0.2.1,80,tcp,http\n'.repeat(20)}`,
    Array(20).fill('192.0.2.1 80'),
    [],
  ],
  [
    'a table with many rows and no headings',
    '192.0.2.1,80,tcp,http\n'.repeat(20),
    [],
    ['this is a table without a header row: name its columns: --format csv --fields ip,port'],
  ],
  [
    'two columns of one name',
    'host,ip,port,port,title\na.example,192.0.2.1,80,81,x\nb.example,192.0.2.1,80,80,x\nc.example,192.0.2.1,,82,x\n',
    ['b.example 80', 'c.example 82'],
    ['2: two columns are named `port`, with different values: rename one'],
  ],
  [
    'a finding of nuclei at a port that there is not',
    `${JSON.stringify({ 'template-id': 't', info: { severity: 'high' }, type: 'http', host: 'http://192.0.2.1', 'matched-at': 'http://192.0.2.1:65536/' })}\n`,
    [],
    ['1: `matched-at` is not a valid web address'],
  ],
  [
    'a time and an address of naabu that nobody can read',
    '{"host":"a.example","ip":"192.0.2.1","timestamp":"soon","port":443,"protocol":"tcp"}\n{"host":"b.example","ip":"192.0.2.999","timestamp":"2024-01-01T10:00:00Z","port":443,"protocol":"tcp"}\n{"host":"c.example","ip":"192.0.2.1","timestamp":"0001-01-01T00:00:00Z","port":443,"protocol":"tcp"}\n',
    ['a.example 443', 'b.example 443', 'c.example 443'],
    [
      '1: `timestamp`: `soon` is not a valid time; the record is kept without it',
      '2: `ip`: `192.0.2.999` is not a valid IPv4 or IPv6 address; the record is kept without it',
    ],
  ],
  [
    'weaknesses alone, as testssl.sh writes them with --severity',
    '[{"id":"heartbleed","ip":"a.example/192.0.2.1","port":"443","severity":"CRITICAL","finding":"VULNERABLE"},{"id":"scanProblem","ip":"b.example/192.0.2.2","port":"443","severity":"FATAL","finding":"no answer"}]',
    ['a.example 443'],
    [],
  ],
  [
    'a page of Burp that was not asked for',
    '<?xml version="1.0"?><items burpVersion="2023.1" exportTime="x"><item><url>http://a.example/</url><host ip="">a.example</host><status></status><response base64="true"></response></item><item><url>http://b.example/</url><host ip="">b.example</host><status>200</status><response base64="true"></response></item></items>',
    ['b.example 80'],
    [],
  ],
  ['old line ends', 'host,ip,port\ra.example,192.0.2.1,80\r', ['a.example 80'], []],
  ['line separators', 'host,ip,port\u2028a.example,192.0.2.1,80\u2028', ['a.example 80'], []],
  [
    'GBK',
    Buffer.from(
      '49502cb6cbbfda2cd3f2c3fb2cb1eacce20a3139322e302e322e312c38302c612e6578616d706c652cd2b3c3e6',
      'hex',
    ),
    ['a.example 80'],
    [],
  ],
])('%s', async (_, content, services, rejects) => {
  expect(await read(content)).toEqual({ services, rejects })
})

it('a name that dnsx did not find', async () => {
  const content =
    '{"host":"a.example","resolver":["192.0.2.53:53"],"a":["192.0.2.1"],"status_code":"NOERROR"}\n' +
    '{"host":"b.example","resolver":["192.0.2.53:53"],"status_code":"NXDOMAIN"}\n'
  expect(await read(content, 443)).toEqual({ services: ['a.example 443'], rejects: [] })
})
