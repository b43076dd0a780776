// Shodan: `shodan download` (a banner per line), the answers of its search and host interfaces, lists of banners, and the CSV that its
// page exports.
import { objectAt, objectsAt, readMapped, readMappedRows, textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { asObject, firstCells, type Json, type JsonObject, lookAhead, peekObjects } from '../text/index.ts'
import { mapBanner } from './banner.ts'

function looksLikeBanner(record: JsonObject | undefined): boolean {
  if (record === undefined || !('port' in record)) return false
  if (objectAt(record, '_shodan') !== undefined) return true
  // Nobody else writes `ip_str`, also when a search asked for few fields.
  return 'ip_str' in record
}

const HEADER = ['IP', 'Port', 'Banner', 'Timestamp']

function isHeader(cells: readonly string[]): boolean {
  return HEADER.every((name) => cells.some((cell) => cell.replace(/^\ufeff/, '').trim() === name))
}

/** What `shodan convert FILE csv` writes: the names of the banner, with dots for what is within. */
function isConverted(cells: readonly string[]): boolean {
  return ['ip_str', 'port', 'data', 'transport'].every((name) => cells.includes(name))
}

const LISTS = new Set(['hostnames', 'tags', 'vulns', 'ssl.versions', 'ssl.alpn'])
/** What the banner keeps elsewhere today. */
const MOVED: Readonly<Record<string, string>> = { html: 'http.html', title: 'http.title' }

function convertedBanner(names: readonly string[], cells: readonly string[]): JsonObject {
  const banner: Record<string, Json> = {}
  for (const [index, written] of names.entries()) {
    const cell = cells[index] ?? ''
    // Numbers of the address and of the certificate are too large for what they are read with.
    if (cell === '' || written === 'ip' || written === 'ssl.cert.serial') continue
    const [outer = '', ...inner] = (MOVED[written] ?? written).split('.')
    const value: Json = LISTS.has(written) ? cell.split(',') : cell
    banner[outer] = inner.length === 0 ? value : within(banner[outer], inner, value)
  }
  return banner
}

function within(around: Json | undefined, [key = '', ...rest]: readonly string[], value: Json): Json {
  const known = asObject(around ?? null) ?? {}
  return { ...known, [key]: rest.length === 0 ? value : within(known[key], rest, value) }
}

/** A row as a banner. */
function bannerOf(names: readonly string[], cells: readonly string[]): JsonObject {
  const at = (name: string): string | undefined =>
    cells[names.findIndex((text) => text.trim() === name)] || undefined
  const given = { ip_str: at('IP'), port: at('Port'), data: at('Banner'), timestamp: at('Timestamp') }
  const location = { country_name: at('Country'), city: at('City') }
  return {
    ...given,
    os: at('Operating System'),
    org: at('Organization'),
    isp: at('ISP'),
    asn: at('ASN'),
    location,
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  if (isHeader(cells)) yield* readMappedRows(again, options, { record: bannerOf, map: mapBanner })
  else if (isConverted(cells))
    yield* readMappedRows(again, options, { record: convertedBanner, map: mapBanner })
  else yield* readMapped(again, options, ['matches', 'data'], mapBanner)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) {
    const cells = firstCells(sample.text.slice(0, 8192))
    return isHeader(cells) || isConverted(cells) ? 0.97 : 0
  }
  if (looksLikeBanner(first)) return 0.95
  const inner = [...objectsAt(first, 'matches'), ...objectsAt(first, 'data')][0]
  if (looksLikeBanner(inner)) return 0.95
  // A host whose banners lie beyond the sample.
  return textAt(first, 'ip_str') !== undefined && Array.isArray(first['ports']) ? 0.9 : 0
}

/** Shodan's exports. */
export const shodanImporter: Importer = {
  name: 'shodan',
  label:
    'Shodan banners (`shodan download`, `shodan host --format json`, API answers, CSV of its page and of `shodan convert`)',
  detect,
  read,
}
