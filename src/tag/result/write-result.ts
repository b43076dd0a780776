// A result in the formats it can be fetched in, piece by piece.
import { guardCell } from '../../util/index.ts'
import type { Entry, OkEntry, Result } from '../entry.ts'

/** Names of the formats. */
export const RESULT_FORMATS = ['json', 'ndjson', 'csv', 'txt'] as const

/** A format of a result. */
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** Media types by format. */
export const MEDIA_TYPES: Readonly<Record<ResultFormat, string>> = {
  json: 'application/json; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** Entries per piece of text. */
const PIECE = 200

/** Writes the result; the pieces together are the file. `columns` chooses those of CSV, all by default. */
export function* writeResult(
  format: ResultFormat,
  result: Result,
  columns?: readonly string[],
): Generator<string, void> {
  if (format === 'json') yield* writeJson(result)
  else if (format === 'ndjson') yield* writeNdjson(result)
  else if (format === 'csv') yield* writeCsv(result.results, columns)
  else yield* pieces(result.results, writeText)
}

function* pieces(entries: readonly Entry[], write: (entry: Entry) => string): Generator<string, void> {
  for (let from = 0; from < entries.length; from += PIECE) {
    yield entries
      .slice(from, from + PIECE)
      .map(write)
      .join('')
  }
}

function* writeJson({ results, ...header }: Result): Generator<string, void> {
  yield `${JSON.stringify(header).slice(0, -1)},"results":[`
  let first = true
  for (const piece of pieces(results, (entry) => `,\n${JSON.stringify(entry)}`)) {
    yield first ? piece.slice(1) : piece
    first = false
  }
  yield '\n]}\n'
}

function* writeNdjson({ results, ...header }: Result): Generator<string, void> {
  yield `${JSON.stringify(header)}\n`
  yield* pieces(results, (entry) => `${JSON.stringify(entry)}\n`)
}

/** `ip TAB tags`, the tags with commas between; a line that is not a valid address is with its reason after `!`. */
function writeText(entry: Entry): string {
  if (entry.status === 'invalid') return `${oneLine(entry.input)}\t!${oneLine(entry.reason)}\n`
  return `${entry.ip}\t${entry.tags.join(',')}\n`
}

const oneLine = (text: string): string => text.replace(/[\t\r\n]/g, ' ')

const KNOWN = (value: unknown): string => (value === null ? '' : String(value))

/** Columns of the flat form; `''` is unknown, lists have `;` between. */
const COLUMNS: readonly (readonly [name: string, of: (entry: OkEntry) => unknown])[] = [
  ['version', ({ version }) => version],
  ['scope', ({ scope }) => scope],
  ['found', ({ found }) => found],
  ['asn', ({ network }) => network.asn],
  ['as_organization', ({ network }) => network.as_organization],
  ['network_range', ({ network }) => network.range],
  ['as_type', ({ network }) => network.as_type],
  ['country', ({ geo }) => geo.country],
  ['country_name', ({ geo }) => geo.country_name],
  ['province', ({ geo }) => geo.province],
  ['city', ({ geo }) => geo.city],
  ['latitude', ({ geo }) => geo.latitude],
  ['longitude', ({ geo }) => geo.longitude],
  ['cloud_provider', ({ infrastructure: { cloud } }) => (cloud ? cloud.provider : cloud)],
  ['cloud_region', ({ infrastructure: { cloud } }) => (cloud ? cloud.region : null)],
  ['cloud_service', ({ infrastructure: { cloud } }) => (cloud ? cloud.service : null)],
  ['cdn', ({ infrastructure: { cdn } }) => (cdn ? cdn.provider : cdn)],
  ['hosting', ({ infrastructure }) => infrastructure.hosting],
  ['vpn', ({ anonymity }) => anonymity.vpn],
  ['proxy', ({ anonymity }) => anonymity.proxy],
  ['tor_exit', ({ anonymity }) => anonymity.tor_exit],
  ['tor_relay', ({ anonymity }) => anonymity.tor_relay],
  ['scanner', ({ activity }) => activity.scanner],
  ['honeypot_score', ({ activity: { honeypot } }) => (honeypot ? honeypot.score : honeypot)],
  ['lists', ({ activity }) => activity.lists.join(';')],
  ['ports', ({ exposure }) => exposure.ports.join(';')],
  ['protocols', ({ exposure }) => exposure.protocols.join(';')],
  ['products', ({ exposure }) => exposure.products.join(';')],
  ['titles', ({ exposure }) => exposure.titles.join(';')],
  ['cert_names', ({ exposure }) => exposure.cert_names.join(';')],
  ['domains', ({ names }) => names.domains.join(';')],
  ['domain_count', ({ names }) => names.domain_count],
  ['reverse_names', ({ names }) => names.reverse.join(';')],
  ['first_seen', ({ seen }) => seen.first],
  ['last_seen', ({ seen }) => seen.last],
  ['records', ({ seen }) => seen.records],
  [
    'unknown',
    ({ unknown }) =>
      Object.entries(unknown)
        .map(([question, cause]) => `${question}=${cause}`)
        .join(';'),
  ],
  ['conflicts', ({ conflicts }) => conflicts.map(({ about, decided }) => `${about}=${decided}`).join(';')],
  ['operator', ({ operator }) => operator],
  ['known_good', ({ known_good: good }) => good && `${good.kind}:${good.name}`],
  ['network_breadth', ({ network }) => network.breadth],
  ['hosts', ({ names }) => names.hosts.join(';')],
  ['abuse_contact', ({ network }) => network.abuse_contact],
  ['history', ({ history }) => history.map(({ tag, first, last }) => `${tag}=${first}..${last}`).join(';')],
  [
    'ruled_out',
    // Results of earlier versions have no such key.
    ({ ruled_out = {} }: Partial<OkEntry>) =>
      Object.entries(ruled_out)
        .map(([question, source]) => `${question}=${source}`)
        .join(';'),
  ],
]

const HEAD = ['line', 'input', 'status', 'reason', 'same_as', 'ip', 'tags']

/** The columns of the CSV form, in their order. */
export const CSV_COLUMNS: readonly string[] = [...HEAD, ...COLUMNS.map(([name]) => name)]

function* writeCsv(
  entries: readonly Entry[],
  chosen: readonly string[] = CSV_COLUMNS,
): Generator<string, void> {
  const places = chosen.map((name) => CSV_COLUMNS.indexOf(name)).filter((place) => place >= 0)
  const cells = (all: readonly string[]) => csvLine(places.map((place) => all[place] ?? ''))
  yield cells(CSV_COLUMNS)
  yield* pieces(entries, (entry) => cells(cellsOf(entry)))
}

function cellsOf(entry: Entry): readonly string[] {
  const common = [
    String(entry.line),
    entry.input,
    entry.status,
    entry.status === 'invalid' ? entry.reason : '',
    entry.status === 'duplicate' ? String(entry.same_as) : '',
    entry.status === 'invalid' ? '' : entry.ip,
    entry.tags.join(';'),
  ]
  return [...common, ...COLUMNS.map(([, of]) => (entry.status === 'ok' ? KNOWN(of(entry)) : ''))]
}

/** One row (RFC 4180, CRLF), every cell harmless in a spreadsheet. */
function csvLine(cells: readonly string[]): string {
  const quoted = cells
    .map(guardCell)
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\r\n`
}
