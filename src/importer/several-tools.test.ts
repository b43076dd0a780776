// Output of several tools in one file: every record is stored as its own tool means it, or rejected with its line.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { planInputs } from './plan.ts'
import { findFiles } from './source/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-several-'))
afterAll(() => rmSync(folder, { recursive: true }))

const RECORDS = {
  naabu:
    '{"host":"a.example","ip":"192.0.2.1","timestamp":"2024-01-01T12:00:00Z","port":22,"protocol":"tcp","tls":false}',
  httpx:
    '{"timestamp":"2024-01-01T00:00:00Z","url":"https://b.example","input":"b.example","title":"B","scheme":"https","port":"443","status_code":200,"host":"192.0.2.2"}',
  tlsx: '{"timestamp":"2024-01-01T00:00:00Z","host":"c.example","ip":"192.0.2.3","port":"8443","probe_status":true,"tls_version":"tls13","cipher":"x","tls_connection":"ctls","subject_cn":"c.example"}',
  shodan:
    '{"ip":3221225988,"ip_str":"192.0.2.4","port":23,"transport":"tcp","timestamp":"2024-01-01T00:00:00.123456","data":"login:","hostnames":[],"_shodan":{"module":"telnet"}}',
  censys:
    '{"ip":"192.0.2.5","services":[{"port":24,"service_name":"SSH","transport_protocol":"TCP","observed_at":"2024-01-01T00:00:00Z"}],"last_updated_at":"2024-01-01T00:00:00Z"}',
  ndjson: '{"ip":"192.0.2.6","port":25,"title":"own","lastupdatetime":"2024-01-01 00:00:00"}',
  leakix:
    '{"event_type":"service","event_source":"X","ip":"192.0.2.7","port":"26","host":"192.0.2.7","protocol":"ssh","transport":["tcp"],"time":"2024-01-01T00:00:00Z","summary":"SSH-2.0-x"}',
  netlas:
    '{"data":{"ip":"192.0.2.8","port":27,"protocol":"ssh","prot4":"tcp","uri":"ssh://192.0.2.8:27","host":"192.0.2.8","host_type":"ip","last_updated":"2024-01-01T00:00:00.000Z"}}',
} as const

async function read(content: string, format?: string) {
  const file = join(folder, 'input')
  writeFileSync(file, content)
  const records: string[] = []
  const rejects: string[] = []
  const options = { port: undefined, fields: undefined, now: 0, format }
  for await (const planned of planInputs(await findFiles([file], []), options)) {
    if ('refused' in planned) throw new Error(planned.refused)
    for await (const reading of planned.importer.read(planned.input, planned.options)) {
      if (reading.kind === 'observation') records.push(JSON.stringify(reading.observation))
      if (reading.kind === 'reject') rejects.push(`${reading.reject.line}: ${reading.reject.reason}`)
    }
  }
  return { records, rejects }
}

const names = Object.keys(RECORDS) as (keyof typeof RECORDS)[]
const pairs = names.flatMap((first) => names.filter((one) => one !== first).map((second) => [first, second]))

describe('a file of two tools', () => {
  it.each(pairs as [keyof typeof RECORDS, keyof typeof RECORDS][])('%s, then %s', async (first, second) => {
    const alone = await read(`${RECORDS[second]}\n`)
    expect(alone.records).toHaveLength(1)
    const { records, rejects } = await read(`${RECORDS[first]}\n${RECORDS[second]}\n`)
    expect(records[0]).toBe((await read(`${RECORDS[first]}\n`)).records[0])
    if (rejects.length > 0) expect([records.length, rejects[0]]).toEqual([1, expect.stringMatching(/^2: /)])
    else expect(records[1]).toBe(alone.records[0])
  })

  it.each([
    '203.0.113.5:22 open',
    '[*] WebTitle http://203.0.113.5 code:200 len:12 title:Hello',
    '[CVE-2021-1] [http] [critical] https://a.example/x',
    'open tcp 80 203.0.113.5 1700000000',
    '203.0.113.6:80',
  ])('a line of another tool behind those of RustScan is rejected: %s', async (line) => {
    const { records, rejects } = await read(`Open 192.0.2.1:22\n${line}\n`, 'rustscan')
    expect(records).toHaveLength(1)
    expect(rejects).toEqual(['2: a line of another tool; import it from a file of its own'])
  })

  it('names the other tool and the remedy, also in an array', async () => {
    const reason = 'a record of `httpx` among those of another tool; import it from a file of its own'
    expect((await read(`${RECORDS.naabu}\n${RECORDS.httpx}\n`)).rejects).toEqual([`2: ${reason}`])
    expect((await read(`[${RECORDS.naabu},\n${RECORDS.httpx}]`)).rejects).toEqual([`2: ${reason}`])
  })

  it('is recognised where the first target of httpx gave no answer', async () => {
    const failed = '{"timestamp":"2024-01-01T00:00:00Z","url":"d.example","input":"d.example","failed":true}'
    expect((await read(`${failed}\n${RECORDS.httpx}\n`)).records).toEqual(
      (await read(`${RECORDS.httpx}\n`)).records,
    )
  })

  it('is read by the tool that the user names', async () => {
    expect((await read(`${RECORDS.naabu}\n${RECORDS.httpx}\n`, 'naabu')).rejects).toEqual([])
  })
})

describe('XML beside other output', () => {
  const nmap =
    '<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun scanner="nmap" start="1700000000"><host><address addr="192.0.2.1" addrtype="ipv4"/><ports><port protocol="tcp" portid="80"><state state="open"/></port></ports></host></nmaprun>\n'
  const zap =
    '<?xml version="1.0"?>\n<OWASPZAPReport version="2.14.0"><site name="http://192.0.2.9" host="192.0.2.9" port="80" ssl="false"><alerts></alerts></site></OWASPZAPReport>\n'

  it.each([
    [
      'text before it',
      `Host: 192.0.2.7 ()\tPorts: 80/open/tcp//http///\n${nmap}`,
      ['1: text before the beginning'],
    ],
    ['text behind it', `${nmap}192.0.2.7:80\n`, ['4: text behind the end']],
    [
      'text behind elements that are not closed',
      `${nmap.replace('</host>', '')}192.0.2.7:80\n`,
      ['4: text behind the end'],
    ],
    ['a report of another tool', `${zap}${nmap}`, ['2: an XML document of another kind (`OWASPZAPReport`)']],
    ['a scan without hosts', `<nmaprun scanner="nmap"></nmaprun>\n${nmap}`, []],
    ['nothing', `\ufeff\n${nmap}\n`, []],
  ])('rejects %s', async (_, content, wanted) => {
    const { records, rejects } = await read(content, 'nmap')
    expect(records).toHaveLength(1)
    expect(rejects).toEqual(wanted.map((start) => expect.stringContaining(start)))
  })
})

it.each(names)('a record of %s that is nested too deeply to be printed loses no other one', async (name) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const { records } = await read(
    `${RECORDS[name]}\n${RECORDS[name].slice(0, -1)},"zz":${deep}}\n${RECORDS[name]}\n`,
  )
  expect(records.at(-1)).toBe((await read(`${RECORDS[name]}\n`)).records[0])
  expect(records.length).toBeGreaterThanOrEqual(2)
})
