// Shodan: `shodan download` (a banner per line), the answers of its search and host interfaces, lists of banners, and the CSV that its
// page exports.
import { objectAt, objectsAt, readMapped, readMappedRows, textAt } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { firstCells, type JsonObject, lookAhead, peekObjects } from '../text/index.ts'
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

/** A row as a banner. */
function bannerOf(names: readonly string[], cells: readonly string[]): JsonObject {
  const at = (name: string): string | undefined =>
    cells[names.findIndex((text) => text.trim() === name)] || undefined
  const given = { ip_str: at('IP'), port: at('Port'), data: at('Banner'), timestamp: at('Timestamp') }
  const place = { country_name: at('Country'), city: at('City') }
  return {
    ...given,
    os: at('Operating System'),
    org: at('Organization'),
    isp: at('ISP'),
    asn: at('ASN'),
    location: place,
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  if (isHeader(cells)) yield* readMappedRows(again, options, { record: bannerOf, map: mapBanner })
  else yield* readMapped(again, options, ['matches', 'data'], mapBanner)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return isHeader(firstCells(sample.text.slice(0, 8192))) ? 0.97 : 0
  if (looksLikeBanner(first)) return 0.95
  const inner = [...objectsAt(first, 'matches'), ...objectsAt(first, 'data')][0]
  if (looksLikeBanner(inner)) return 0.95
  // A host whose banners lie beyond the sample.
  return textAt(first, 'ip_str') !== undefined && Array.isArray(first['ports']) ? 0.9 : 0
}

/** Shodan's exports. */
export const shodanImporter: Importer = {
  name: 'shodan',
  label: 'Shodan banners (`shodan download`, `shodan host --format json`, API answers, CSV)',
  detect,
  read,
}
