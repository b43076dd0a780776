// Nikto: XML, JSON and CSV. Each target is a web server with its header and the findings on it. Nikto rates nothing, so their severity
// is unknown. Its times are in the zone of the scanning machine, taken for UTC. Layout: https://github.com/sullo/nikto.
import type { Stated, StatedFinding } from '../../asset/index.ts'
import {
  defined,
  type Mapped,
  objectsAt,
  readMapped,
  readMappedRows,
  rejected,
  serviceOf,
  skipped,
  textAt,
  readingOfElement,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  attributeOf,
  childrenOf,
  childText,
  type JsonObject,
  lookAhead,
  peekObjects,
  readWholeElements,
  readLocalTime,
  type XmlElement,
} from '../text/index.ts'

/** What a target is called in all three layouts. */
interface Target {
  readonly host: string | undefined
  readonly ip: string | undefined
  readonly port: string | undefined
  readonly banner: string | undefined
  /** `http` or `https`, where the report says it. */
  readonly scheme?: string | undefined
  readonly time?: number | undefined
  readonly findings: readonly StatedFinding[]
}

function targetOf({ host, ip, port, banner, scheme, time, findings }: Target): Mapped {
  const isBanner = banner !== undefined && !/^(?:no banner retrieved|N\/A)$/i.test(banner)
  const stated: Stated = {
    type: 'subdomain',
    ...defined({ protocol: scheme }),
    ...(isBanner && { server: banner }),
  }
  return serviceOf({ name: host, address: ip, port, time, findings, stated })
}

/** `OSVDB-3092` and `CVE-2003-1418` within references; OSVDB 0 is none. */
function identifiersIn(text: string | undefined): readonly string[] {
  return (text ?? '').match(/\bOSVDB-[1-9]\d{0,9}\b|\bCVE-\d{4}-\d{4,10}\b/gi) ?? []
}

function findingOf(
  id: string | undefined,
  message: string,
  at: string | undefined,
  references: string | undefined,
): StatedFinding {
  return {
    tool: 'nikto',
    id: id ?? message.slice(0, 200),
    ids: identifiersIn(references),
    name: message,
    at: at ?? '',
  }
}

function elementReading(element: XmlElement): Reading {
  const items = childrenOf(element, 'item').map((item) => {
    const number = attributeOf(item, 'osvdbid')
    const references = `${number === undefined ? '' : `OSVDB-${number}`} ${childText(item, 'references') ?? ''}`
    return findingOf(
      attributeOf(item, 'id'),
      childText(item, 'description')?.trim() ?? '',
      childText(item, 'uri')?.trim(),
      references,
    )
  })
  const started = attributeOf(element, 'starttime')
  const mapped = targetOf({
    host: attributeOf(element, 'targethostname'),
    ip: attributeOf(element, 'targetip'),
    port: attributeOf(element, 'targetport'),
    banner: attributeOf(element, 'targetbanner'),
    scheme: /^(https?):/.exec(attributeOf(element, 'sitename') ?? '')?.[1],
    time: started === undefined ? undefined : readLocalTime(started),
    findings: items,
  })
  return readingOfElement(mapped, element)
}

async function* readXml(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const event of readWholeElements(input.bytes, new Set(['scandetails']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'element') yield elementReading(event.element)
  }
}

function* mapObject(record: JsonObject): Generator<Mapped> {
  const findings = objectsAt(record, 'vulnerabilities').map((item) => {
    const number = textAt(item, 'OSVDB')
    const references = `${number === undefined ? '' : `OSVDB-${number}`} ${textAt(item, 'references') ?? ''}`
    return findingOf(textAt(item, 'id'), textAt(item, 'msg') ?? '', textAt(item, 'url'), references)
  })
  const [host, ip, port, banner] = ['host', 'ip', 'port', 'banner'].map((key) => textAt(record, key))
  yield targetOf({ host, ip, port, banner, findings })
}

const COLUMNS = ['host', 'ip', 'port', 'references', 'method', 'uri', 'message']

// The row of a target has its header in place of a message; the first row is the version of Nikto.
function* mapRow(row: JsonObject): Generator<Mapped> {
  const [host, ip, port, references, method, uri, message] = COLUMNS.map((key) => textAt(row, key))
  if (/^Nikto - v/.test(host ?? '') && port === undefined) return yield skipped('the version of Nikto')
  if (message === undefined) return yield rejected('a row without a message')
  const isTarget = method === undefined && uri === undefined && references === undefined
  yield targetOf({
    ...{ host, ip, port, banner: isTarget ? message : undefined },
    findings: isTarget ? [] : [findingOf(undefined, message, uri, references)],
  })
}

const ROWS = {
  header: COLUMNS,
  record: (names: readonly string[], cells: readonly string[]): JsonObject =>
    Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? ''])),
  map: mapRow,
}

const CSV_START = /^"?Nikto - v[\d.]/

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, start, input: again } = await lookAhead(input)
  if (CSV_START.test(cells[0] ?? '')) yield* readMappedRows(again, options, ROWS)
  else if (/^[[{]/.test(start)) yield* readMapped(again, options, [], mapObject)
  else yield* readXml(again, options)
}

function detect(sample: Sample): number {
  if (CSV_START.test(sample.text) || /<niktoscan(?:\s[^>]{0,2000})?>/.test(sample.text.slice(0, 4096)))
    return 0.97
  const [first] = peekObjects(sample)
  const isReport =
    first !== undefined && ['host', 'port', 'banner', 'vulnerabilities'].every((key) => key in first)
  return isReport ? 0.97 : 0
}

/** Nikto's reports. */
export const niktoImporter: Importer = {
  name: 'nikto',
  label: 'Nikto (`nikto -Format xml|json|csv`)',
  detect,
  read,
}
