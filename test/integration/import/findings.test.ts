// Findings in the real engine: from scan files to conditions and exports, and what an undo leaves of them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { programOn } from '../../support/program.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-findings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const periplus = programOn(join(folder, 'data'))

const NMAP = resolve(import.meta.dirname, '../../../src/importer/nmap/sample/findings.xml')
const HOSTILE = '<script>alert(1)</script>\u001b[31m"; DROP TABLE records; --'

function nuclei(name: string, severity: string, response: string): string {
  const file = join(folder, name)
  const finding = {
    'template-id': 'CVE-2007-6750',
    info: { name: 'Slow requests', severity },
    type: 'http',
    host: 'http://192.0.2.44',
    'matched-at': 'http://192.0.2.44/',
    timestamp: '2026-04-01T00:00:00Z',
    response,
  }
  writeFileSync(file, `${JSON.stringify(finding)}\n`)
  return file
}

const hostsOf = async (query: string): Promise<readonly string[]> =>
  (await periplus('export', query, '--full', '--fields', 'host', '--format', 'csv'))
    .trim()
    .split('\r\n')
    .slice(1)

it('are searched, exported, merged with those of other tools, and undone', async () => {
  await periplus('import', NMAP)
  expect((await hostsOf('severity="critical,high"')).toSorted()).toEqual([
    '192.0.2.44',
    '192.0.2.44:22',
    '192.0.2.44:445',
  ])
  expect(await hostsOf('finding.line=~"^critical .*CVE-2023-38408"')).toEqual(['192.0.2.44:22'])
  expect(await hostsOf('product="CVE-2023-38408"')).toEqual([])

  await periplus('import', nuclei('a.jsonl', 'medium', HOSTILE))
  expect(await hostsOf('finding=="CVE-2007-6750" && finding.tool="nuclei"')).toEqual(['192.0.2.44'])
  expect(await hostsOf('findings="DROP TABLE"')).toEqual(['192.0.2.44'])
  const [line = ''] = (await periplus('export', 'port=80', '--full', '--fields', 'findings,product')).split(
    '\n',
  )
  const { findings, product } = JSON.parse(line) as { findings: string; product: string }
  const shown = JSON.parse(findings) as readonly Record<string, unknown>[]
  expect(product).toBe('nginx')
  expect(shown.map(({ tool, id, severity }) => [tool, id, severity])).toEqual([
    ['nmap', 'CVE-2021-23017', 'high'],
    ['nuclei', 'CVE-2007-6750', 'medium'],
    ['nmap', 'CVE-2007-6750', 'unknown'],
  ])
  expect(shown[1]).toMatchObject({ evidence: HOSTILE, first_seen: '2026-04-01 00:00:00' })

  const { imports } = JSON.parse(await periplus('imports', 'list', '--json')) as { imports: { id: string }[] }
  await periplus('imports', 'undo', imports[0]?.id ?? '', '--yes')
  expect(await hostsOf('finding.tool="nuclei" || findings="DROP TABLE"')).toEqual([])
  const left = JSON.parse(await periplus('export', 'port=80', '--full', '--fields', 'finding,finding.tool'))
  expect(left).toEqual({
    finding: 'CVE-2021-23017,CVE-2007-6750,http-slowloris-check',
    'finding.tool': 'nmap',
  })
})
