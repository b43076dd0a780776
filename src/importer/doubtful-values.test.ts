// Values that are easily lost or misread without a word: each is read, or rejected with its line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-doubtful-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(content: string | Uint8Array) {
  const file = join(folder, 'input')
  writeFileSync(file, content)
  const services: string[] = []
  const rejects: string[] = []
  const options = { port: undefined, fields: undefined, now: 0 }
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
