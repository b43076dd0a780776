// BBOT: events as JSON lines (`output.json`, `output.ndjson`) of versions 1 and 2, and as CSV (`output.csv`). Events on ports, pages, protocols, technologies and
// findings name services; names, addresses and organisations do not.
import type { Stated, StatedFinding } from '../../asset/index.ts'
import { readHost } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  type Mapped,
  numberAt,
  objectAt,
  readMapped,
  readMappedRows,
  readProtocol,
  rejected,
  serviceOf,
  severityNamed,
  skipped,
  statedProducts,
  statusAt,
  textAt,
  textsAt,
  titleAt,
  webPageOf,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  escapeControls,
  firstCells,
  type JsonObject,
  lookAhead,
  parseJson,
  peekObjects,
  readWebAddress,
} from '../text/index.ts'

function* map(event: JsonObject): Generator<Mapped> {
  const type = textAt(event, 'type')
  if (type === undefined || !('data' in event || 'data_json' in event))
    return yield rejected('no `type` and `data`: not an event of BBOT')
  yield mapEvent(event, type, objectAt(event, 'data') ?? objectAt(event, 'data_json') ?? {})
}

function mapEvent(event: JsonObject, type: string, data: JsonObject): Mapped {
  switch (type) {
    case 'OPEN_TCP_PORT':
    case 'OPEN_UDP_PORT':
      return onPort(event, textAt(event, 'data'), type === 'OPEN_UDP_PORT' ? 'udp' : 'tcp', {})
    case 'PROTOCOL':
      return onPort(
        event,
        `${textAt(data, 'host') ?? ''}:${numberAt(data, 'port') ?? ''}`,
        'tcp',
        protocolOf(data),
      )
    case 'URL':
      return page(event, textAt(event, 'data') ?? textAt(data, 'url'), statusIn(event))
    case 'HTTP_RESPONSE':
      return page(event, textAt(data, 'url'), answerOf(data))
    case 'TECHNOLOGY':
      return page(event, textAt(data, 'url'), statedProducts([{ product: textAt(data, 'technology') }]))
    case 'WAF':
      return page(event, textAt(data, 'url'), {})
    case 'FINDING':
    case 'VULNERABILITY':
      return page(event, textAt(data, 'url') ?? textAt(data, 'host'), {}, findingOf(type, data))
    default:
      return skipped(`an event of the type \`${type.slice(0, 40)}\``)
  }
}

/** The first address among what the name resolved to, which holds names too. */
function addressOf(event: JsonObject): string | undefined {
  return textsAt(event, 'resolved_hosts').find((text) => canonicalAddress(text) !== undefined)
}

function onPort(event: JsonObject, target: string | undefined, transport: string, stated: Stated): Mapped {
  const host = readHost(target ?? '')
  const address = addressOf(event)
  return serviceOf({
    name: host?.reached,
    address,
    port: host?.port ?? 0,
    transport,
    time: event['timestamp'],
    stated,
  })
}

function page(event: JsonObject, url: string | undefined, stated: Stated, finding?: StatedFinding): Mapped {
  const findings = finding === undefined ? [] : [finding]
  const facts = { address: addressOf(event), time: event['timestamp'], stated, findings }
  if (readWebAddress(url ?? '') !== undefined) return webPageOf(url, facts)
  const host = readHost(url ?? '')
  if (host?.port === undefined) return skipped('an event on a host, on no port of it')
  return serviceOf({ ...facts, name: host.reached, port: host.port })
}

function statusIn(event: JsonObject): Stated {
  const tag = textsAt(event, 'tags').find((text) => /^status-[1-5]\d\d$/.test(text))
  return tag === undefined ? {} : { status_code: Number(tag.slice(7)) }
}

function protocolOf(data: JsonObject): Stated {
  const banner = textAt(data, 'banner')
  return defined<Stated>({
    protocol: readProtocol(textAt(data, 'protocol')),
    banner: banner === undefined ? undefined : escapeControls(banner),
  })
}

/** The keys of httpx, by which the page was fetched. */
function answerOf(data: JsonObject): Stated {
  const header = textAt(data, 'raw_header')?.trimEnd()
  return defined<Stated>({
    title: titleAt(data, 'title'),
    server: textAt(data, 'webserver'),
    status_code: statusAt(data, 'status_code'),
    header: header === undefined || !/^HTTP\//.test(header) ? undefined : header,
    body: textAt(data, 'body'),
  })
}

function findingOf(type: string, data: JsonObject): StatedFinding | undefined {
  const text = textAt(data, 'description')
  if (text === undefined) return undefined
  const cve = /\bCVE-\d{4}-\d{4,7}\b/i.exec(text)?.[0]
  const severity = severityNamed(textAt(data, 'severity') ?? (type === 'FINDING' ? 'info' : undefined))
  return {
    tool: 'bbot',
    id: cve ?? text.slice(0, 100),
    name: text.slice(0, 300),
    severity,
    at: textAt(data, 'url') ?? '',
    evidence: text,
  }
}

const HEADER = ['Event type', 'Event data', 'IP Address', 'Source Module']

function isHeader(cells: readonly string[]): boolean {
  return HEADER.every((name) => cells.includes(name))
}

/** A row as the event that JSON holds; events whose data is an object are printed as such. */
function eventOfRow(names: readonly string[], cells: readonly string[]): JsonObject {
  const at = (name: string): string => cells[names.findIndex((text) => text.trim() === name)] ?? ''
  const parsed = at('Event data').startsWith('{') ? parseJson(at('Event data')) : undefined
  return {
    type: at('Event type'),
    data: parsed !== undefined && 'value' in parsed ? parsed.value : at('Event data'),
    resolved_hosts: at('IP Address')
      .split(',')
      .map((address) => address.trim()),
    tags: at('Event Tags')
      .split(',')
      .map((tag) => tag.trim()),
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  if (isHeader(cells)) yield* readMappedRows(again, options, { record: eventOfRow, map })
  else yield* readMapped(again, options, [], map)
}

function isEvent(record: JsonObject): boolean {
  const scope = 'scope_description' in record || 'scope_distance' in record
  return (
    'type' in record &&
    'id' in record &&
    ('data' in record || 'data_json' in record) &&
    (scope || 'module_sequence' in record)
  )
}

function detect(sample: Sample): number {
  if (isHeader(firstCells(sample.text.slice(0, 1024)))) return 0.97
  const [first] = peekObjects(sample)
  return first !== undefined && isEvent(first) ? 0.97 : 0
}

/** BBOT's events. */
export const bbotImporter: Importer = {
  name: 'bbot',
  label: 'BBOT events (`output.json`, `output.csv`)',
  detect,
  read,
}
