// Every real file of zgrab2, the projectdiscovery tools and the search engines beside the checkout, counted reading by reading and
// taken through enrichment. The golden counts were compared with an independent count; `UPDATE_GOLDEN=1` rewrites them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOWHERE } from '../../../src/asset/index.ts'
import { createEnrich, type EnrichContext } from '../../../src/enrich/index.ts'
import { ANCHORS, findFiles, type Planned, planInputs, type Reading } from '../../../src/importer/index.ts'
import { complaints } from '../../support/reading.ts'
import { sharedData } from '../../support/shared.ts'

const UPDATE = process.env['UPDATE_GOLDEN'] === '1'
const NOW = Date.UTC(2026, 10, 21)
const GOLDEN = join(import.meta.dirname, 'tools-and-engines.golden.json')
const KINDS = [
  ...['zgrab2', 'httpx', 'naabu', 'shodan', 'censys', 'zoomeye', 'fofa', 'engines-api', 'binaryedge'],
  ...['nmap-text', 'rustscan', 'fscan', 'nuclei', 'testssl', 'sslyze', 'sslscan', 'ssh-audit', 'whatweb'],
  ...[
    'nessus',
    'openvas',
    'burp',
    'zeek',
    'suricata',
    'gowitness',
    'eyewitness',
    'sonar',
    'bbot',
    'dns-tools',
    'cdxj',
  ],
]

const CONTEXT: EnrichContext = {
  locator: { locate: () => NOWHERE, databases: [] },
  importId: 'test',
  defaultTime: NOW,
  bodyLimit: 1024 * 1024,
}

/**
 * What the user would state: the scanned port is part of some folder names and missing from zgrab2's own samples, the fields in
 * the request of the FOFA answer.
 */
function statedFor(file: string): { port: number | undefined; fields: readonly string[] | undefined } {
  const port = /_Port(\d+)_/.exec(file)?.[1] ?? (/zgrab2__/.test(file) ? '4242' : undefined)
  return {
    port: port === undefined ? undefined : Number(port),
    fields: file.includes('fofa') ? ['host', 'ip', 'port'] : undefined,
  }
}

const enrich = createEnrich()

function keyOf(reading: Reading): string {
  switch (reading.kind) {
    case 'observation': {
      const enriched = enrich(reading.observation, CONTEXT)
      return 'asset' in enriched ? `stored ${enriched.asset.type}` : `refused: ${enriched.reason}`
    }
    case 'reject':
      return `rejected: ${reading.reject.reason}`
    case 'probed':
      return `probed: ${reading.probed.state}`
    case 'skip':
      return `skipped: ${reading.reason}`
    case 'note':
      return `note: ${reading.text}`
  }
}

async function countsOf({ importer, input, options }: Planned): Promise<Record<string, number>> {
  const counts = new Map<string, number>([[importer.name, 0]])
  for await (const reading of importer.read(input, options)) {
    expect(complaints([reading])).toEqual([])
    const key = keyOf(reading)
    counts.set(importer.name, (counts.get(importer.name) ?? 0) + 1)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

async function outcomeOf(path: string): Promise<unknown> {
  const files = await findFiles([path], ANCHORS)
  for await (const planned of planInputs(files, { ...statedFor(path), now: NOW })) {
    return 'refused' in planned ? planned.refused : await countsOf(planned)
  }
  return 'nothing'
}

describe.each(KINDS)('the real files of %s', (kind) => {
  const folder = sharedData(kind)
  const files = folder === undefined ? [] : readdirSync(folder).sort()

  it.skipIf(files.length === 0)('import with the counts known for each', async () => {
    const golden = existsSync(GOLDEN)
      ? (JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, Record<string, unknown>>)
      : {}
    const found: Record<string, unknown> = {}
    // Files that came to the collection later are counted once they are in the golden file.
    const known = files.filter((file) => UPDATE || file in (golden[kind] ?? {}))
    for (const file of known) found[file] = await outcomeOf(join(folder ?? '', file))
    if (UPDATE) writeFileSync(GOLDEN, `${JSON.stringify({ ...golden, [kind]: found }, undefined, 1)}\n`)
    else expect(found).toEqual(golden[kind])
  })
})
