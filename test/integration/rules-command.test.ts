// Rules that recognise products, by the commands: at import, again with own rules, explained, checked and measured.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { programOn } from '../support/program.ts'

const data = mkdtempSync(join(tmpdir(), 'periplus-rules-'))
const periplus = programOn(data)
afterAll(() => rmSync(data, { recursive: true, force: true }))

it('recognises products at import, again with own rules, and explains them', async () => {
  const scan = join(data, 'rules.ndjson')
  const header = 'HTTP/1.1 200 OK\r\nServer: nginx/1.24.0 (Ubuntu)\r\n'
  const record = { ip: '192.0.2.9', port: 80, header, body: '<div id="falcon-app">', product: ['Kestrel'] }
  writeFileSync(scan, `${JSON.stringify({ ...record, lastupdatetime: '2026-11-01 00:00:00' })}\n`)
  await periplus('import', scan)
  const nginx = '  nginx 1.24.0  web-server/nginx in server since 2026-11-01\n    nginx/1.24.0 (Ubuntu)\n'
  const explained = await periplus('explain', '192.0.2.9')
  expect(explained).toContain('(80/tcp)\n  stated by the source: Kestrel\n')
  expect(explained).toContain(nginx)
  mkdirSync(join(data, 'rules'))
  const rule = { product: 'Falcon', when: 'body="falcon-app"', match: [{ body: 'x falcon-app' }], miss: [] }
  writeFileSync(join(data, 'rules/mine.ndjson'), JSON.stringify(rule))
  writeFileSync(join(data, 'rules/broken.ndjson'), '{"product":"X"}')
  expect(await periplus('rules')).toMatch(/own\/broken\tline 1 of own\/broken: `when` must.*\nown\/mine\t1\n/)
  expect(await periplus('derive', 'start', '--only', 'recognition', '--rate', '100000')).toContain(
    ' 1 changed',
  )
  expect(await periplus('explain', '192.0.2.9')).toContain(
    '  Falcon  own/mine/falcon in body since 2026-11-01\n',
  )
  expect(
    await periplus('search', 'product=="Falcon" && product=="nginx" && os="ubuntu"', '--json'),
  ).toContain('"total": 1')
  expect(await periplus('derive', 'start', '--only', 'recognition', '--rate', '100000')).toContain(
    ' 0 changed',
  )
  expect(await periplus('explain', '203.0.113.1')).toContain('no record of host')
})

it('searches by the vulnerabilities that lists name, and explains each', async () => {
  const kev = join(data, 'kev.json')
  const entry = { cveID: 'CVE-2026-1001', vendorProject: 'f5', product: 'nginx', dateAdded: '2026-02-03' }
  writeFileSync(kev, JSON.stringify({ vulnerabilities: [entry] }))
  const match = { vulnerable: true, criteria: 'cpe:2.3:a:f5:nginx:*:*', versionEndExcluding: '1.25' }
  const cve = { id: entry.cveID, configurations: [{ nodes: [{ operator: 'OR', cpeMatch: [match] }] }] }
  writeFileSync(join(data, 'nvd.json'), JSON.stringify({ vulnerabilities: [{ cve }] }))
  expect(await periplus('search', 'kev=true', '--json')).toContain('"total": 0')
  await periplus('vulnerabilities', 'add', kev, join(data, 'nvd.json'))
  const found = await periplus('search', 'kev=true && cve.in_range="CVE-2026-1001"', '--json')
  expect(found).toContain('"total": 1')
  const why = 'CVE-2026-1001 version in range: 1.24.0 is in the range f5:nginx before 1.25 (nvd.json)'
  expect(await periplus('explain', '192.0.2.9')).toContain(`  ${why}\n`)
  expect(await periplus('search', 'cve.confirmed!="" || epss>=0', '--json')).toContain('"total": 0')
})

it('checks own rules by their examples', async () => {
  const file = join(data, 'check.ndjson')
  const rule = { product: 'Falcon', when: 'body="falcon-app"', match: [{ body: 'falcon-app' }], miss: [] }
  writeFileSync(file, JSON.stringify(rule))
  expect(await periplus('rules', 'check', file)).toContain('1 rule, all examples as stated')
  writeFileSync(
    file,
    JSON.stringify({ ...rule, match: [{ body: 'falcon' }], miss: [{ body: 'falcon-apps' }] }),
  )
  const faults = await periplus('rules', 'check', file)
  expect(faults).toContain('`own/check/falcon` does not recognise {"body":"falcon"} as stated')
  expect(faults).toContain('`own/check/falcon` recognises {"body":"falcon-apps"}')
})

it('measures the rules on texts whose product is known', async () => {
  const file = join(data, 'known.xml')
  writeFileSync(
    file,
    `<fingerprints matches="http_header.server"><fingerprint pattern="x"><example>nginx/1.0</example>
    <example>unheard of</example><param pos="0" name="service.product" value="nginx"/></fingerprint></fingerprints>`,
  )
  expect(await periplus('evaluate', 'rules', file)).toContain('all\t2\t1\t1\t1.0000\t0.5000\n')
  expect(await periplus('evaluate', 'rules', file.replace('known.xml', 'check.ndjson'))).toContain(
    'no file of recog was found, and no record that states a product',
  )
  expect(JSON.parse(await periplus('evaluate', 'rules', file, '--json'))).toMatchObject({
    all: { records: 2, answered: 1, right: 1 },
  })
  const scan = join(data, 'stated.ndjson')
  const made = (ip: string, product: string, server: string) =>
    JSON.stringify({
      ip,
      port: 80,
      product: [product],
      server,
      header: `HTTP/1.1 200 OK\r\nServer: ${server}`,
    })
  const records = [
    made('192.0.2.1', 'Nginx Web Server', 'nginx/1.2'),
    made('192.0.2.2', 'Kestrel', 'nginx/1.2'),
    made('192.0.2.3', 'Kestrel', 'unheard of'),
    JSON.stringify({ ip: '192.0.2.4', port: 80, server: 'nginx' }),
  ]
  writeFileSync(scan, records.join('\n'))
  const agreement = await periplus('evaluate', 'rules', scan)
  expect(agreement).toContain('all\t3\t2\t1\nkestrel\t2\t1\t0\nnginx web server\t1\t1\t1\n')
  expect(agreement).toContain(
    'the source states\ta rule found\trule\trecords\nKestrel\tnginx\tweb-server/nginx\t1\n',
  )
})

it('adds rule files of other programs, after a look at them', async () => {
  const file = join(data, 'finger.json')
  const entry = { cms: 'Owl', method: 'keyword', location: 'title', keyword: ['owl at night'] }
  writeFileSync(file, JSON.stringify({ fingerprint: [entry, { ...entry, keyword: ['a'] }] }))
  const note = '(EHole; 1 entries cannot be used)\n'
  expect(await periplus('rules', 'add', file, '--dry-run')).toBe(`1 rule can be used ${note}`)
  expect(await periplus('rules')).not.toContain('own/finger')
  expect(await periplus('rules', 'add', file)).toBe(`1 rule added ${note}`)
  expect(await periplus('rules')).toContain('own/finger\t1\n')
  writeFileSync(join(data, 'try.ndjson'), JSON.stringify({ product: 'Falcon', when: 'body="falcon-app"' }))
  expect(await periplus('rules', 'try', join(data, 'try.ndjson'))).toMatch(
    /^Falcon: matches 1 host \(1 record\), 1 record of which a source calls otherwise\n.*: a source states Kestrel\n/,
  )
  expect(await periplus('rules', 'add', join(data, 'known.xml'))).toContain('no rule of `known` can be used')
})

it('reads the rule files of a folder, compressed ones and those of Nmap too', async () => {
  const folder = join(data, 'others')
  mkdirSync(folder)
  const entry = { cms: 'Owl', method: 'keyword', location: 'title', keyword: ['owl at night'] }
  writeFileSync(join(folder, 'finger.json.gz'), gzipSync(JSON.stringify({ fingerprint: [entry] })))
  writeFileSync(
    join(folder, 'nmap-service-probes'),
    'Probe TCP NULL q||\nmatch ftp m|^220 Heron FTP ready| p/Heron ftpd/\n',
  )
  writeFileSync(join(folder, 'readme.txt'), 'no rules')
  expect(await periplus('rules', 'add', folder, '--dry-run')).toBe(
    '2 rules can be used (EHole, nmap-service-probes; 0 entries cannot be used)\n',
  )
})
