// Answers of search engines and lookup services that hold no service records we can read: recognised by content, refused with advice.
import { objectAt, objectsAt } from '../fact/index.ts'
import type { Refusal, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'

/** Whether the first object is this, or the first of a list it wraps. */
type Is = (record: JsonObject) => boolean

const has =
  (...keys: readonly string[]): Is =>
  (record) =>
    keys.every((key) => key in record)

/** The first item of a list in a wrapping object fits. */
function inside(path: string, is: Is): Is {
  return (record) => {
    const [item] = objectsAt(record, ...path.split('.'))
    return item !== undefined && is(item)
  }
}

const either =
  (...tests: readonly Is[]): Is =>
  (record) =>
    tests.some((is) => is(record))

function refusal(name: string, is: Is, advice: string): Refusal {
  return {
    name,
    detect: (sample) => {
      const [first] = peekObjects(sample)
      return first !== undefined && is(first) ? 0.98 : 0
    },
    advice,
  }
}

function isSummary(record: JsonObject): boolean {
  return (
    Array.isArray(record['ports']) || (Array.isArray(record['port']) && Array.isArray(record['protocol']))
  )
}

/** A certificate by itself, as Censys shows it, or flattened. */
function isCertificate(record: JsonObject): boolean {
  if ('ip' in record || 'services' in record) return false
  if (objectAt(record, 'parsed') !== undefined) return true
  return (
    has('issuer_dn', 'subject_dn', 'fingerprint.sha256')(record) ||
    has('parents', 'zlint', 'metadata')(record)
  )
}

function isAddressList(sample: Sample): boolean {
  const lines = sample.text.split('\n').filter((line) => line.trim() !== '')
  if (!sample.whole) lines.pop()
  const some = lines.slice(0, 50)
  return some.length > 0 && some.every((line) => /^https?:\/\/[^\s[\]]+\s*$/i.test(line))
}

const NO_SERVICES = 'it names no services'
const CONVERT = 'no importer reads it; bring its results as NDJSON with `ip`, `port` and what else is known'

/** Formats of engines and lookup services that are refused. */
export const ENGINE_REFUSALS: readonly Refusal[] = [
  refusal(
    'an InternetDB answer',
    (record) => has('ip', 'cpes', 'hostnames', 'vulns')(record) && Array.isArray(record['ports']),
    'it lists ports without transport, time or answer; import Shodan banners (`shodan host`, `shodan download`)',
  ),
  refusal(
    'a Shodan DNS answer',
    either(has('domain', 'subdomains'), inside('data', has('subdomain', 'type', 'value'))),
    `${NO_SERVICES}; import Shodan banners`,
  ),
  refusal(
    'a Shodan GeoNet answer',
    either(has('from_loc', 'answers'), has('from_loc', 'is_alive')),
    `${NO_SERVICES}; import Shodan banners`,
  ),
  refusal(
    'a GreyNoise answer',
    either(
      has('internet_scanner_intelligence'),
      has('ip', 'noise', 'riot'),
      inside('data', has('internet_scanner_intelligence')),
      inside('data', has('ip', 'classification', 'actor')),
    ),
    'it says who scans, not what answers: add it with `periplus feed add NAME FILE`, so that addresses are tagged by it',
  ),
  refusal(
    'a urlscan.io answer',
    either(has('task', 'page', 'verdicts'), inside('results', has('task', 'page'))),
    CONVERT,
  ),
  refusal(
    'a BinaryEdge answer',
    either(
      (record) => record['type'] === 'binaryedge',
      has('origin', 'target', 'result'),
      inside('events', either(has('origin', 'target'), has('results', 'port'))),
    ),
    CONVERT,
  ),
  refusal(
    'an Odin answer',
    either(has('scan_id', 'services'), inside('data', has('scan_id', 'ip'))),
    CONVERT,
  ),
  refusal(
    'an answer of `host/…`',
    (record) => has('host', 'ip', 'asn', 'update_time')(record) && isSummary(record),
    'it sums up a host; import answers of `search/all`',
  ),
  refusal(
    'an answer of `search/stats`',
    has('distinct', 'aggs'),
    'it counts values; import answers of `search/all`',
  ),
  refusal('a certificate', isCertificate, NO_SERVICES),
  {
    name: 'a list of web addresses',
    detect: (sample) => (isAddressList(sample) ? 0.9 : 0),
    advice: 'it does not say what answered; if httpx printed it, state --format httpx',
  },
]
