// Shodan: `shodan download` (a banner per line), the answers of its search and host interfaces, and lists of banners.
import { objectAt, objectsAt, readMapped, textAt } from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { mapBanner } from './banner.ts'

function looksLikeBanner(record: JsonObject | undefined): boolean {
  if (record === undefined || !('port' in record)) return false
  if (objectAt(record, '_shodan') !== undefined) return true
  // Nobody else writes `ip_str`, also when a search asked for few fields.
  return 'ip_str' in record
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  if (looksLikeBanner(first)) return 0.95
  const inner = [...objectsAt(first, 'matches'), ...objectsAt(first, 'data')][0]
  if (looksLikeBanner(inner)) return 0.95
  // A host whose banners lie beyond the sample.
  return textAt(first, 'ip_str') !== undefined && Array.isArray(first['ports']) ? 0.9 : 0
}

/** Shodan's exports. */
export const shodanImporter: Importer = {
  name: 'shodan',
  label: 'Shodan banners (`shodan download`, `shodan host --format json`, API answers)',
  detect,
  read: (input, options) => readMapped(input, options, ['matches', 'data'], mapBanner),
}
