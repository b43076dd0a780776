// SSLyze: JSON of versions 2 to 6 (`--json_out`), and XML of version 1 (`--xml_out`).
import type { Stated } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import {
  defined,
  type Mapped,
  objectAt,
  objectsAt,
  readingOf,
  readTlsVersion,
  rejected,
  serviceOf,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  asObject,
  attributeOf,
  childOf,
  type Json,
  type JsonObject,
  lookAhead,
  peekObjects,
  printElement,
  readDocuments,
  readWholeElements,
  type XmlElement,
} from '../text/index.ts'

function map(value: Json, time: string | undefined): Mapped {
  const record = asObject(value)
  if (record === undefined) return rejected('no JSON object')
  const info = objectAt(record, 'server_info') ?? record
  const location = objectAt(info, 'server_location') ?? info
  if (!('hostname' in location)) return withoutTarget(record)
  if (
    textAt(record, 'connectivity_status') === 'ERROR' ||
    'connection_exception' in record ||
    'error_message' in record
  )
    return skipped('a target without an answer')
  const pem = certificateOf(record)
  return serviceOf({
    name: textAt(location, 'hostname'),
    address: textAt(location, 'ip_address'),
    port: location['port'],
    time,
    stated: statedOf(record, info),
    ...(pem !== undefined && { certificate: pem }),
  })
}

function withoutTarget(answer: JsonObject): Mapped {
  const known = ['server_scan_results', 'accepted_targets', 'sslyze_version'].some((key) => key in answer)
  return known
    ? skipped('a report without targets')
    : rejected('no `server_location`: not a target of SSLyze')
}

/** What each version calls the results, and the certificates in them. */
function certificateOf(record: JsonObject): string | undefined {
  const results = [
    objectAt(record, 'scan_result', 'certificate_info', 'result'),
    objectAt(record, 'scan_commands_results', 'certificate_info'),
    objectAt(record, 'commands_results', 'certinfo'),
  ]
  for (const result of results) {
    const [deployment] = objectsAt(result, 'certificate_deployments')
    const [leaf] = objectsAt(deployment ?? result, 'received_certificate_chain')
    const pem = textAt(leaf, 'as_pem')
    if (pem !== undefined) return pem
  }
  return undefined
}

function statedOf(record: JsonObject, info: JsonObject): Stated {
  const result = objectAt(record, 'connectivity_result') ?? objectAt(info, 'tls_probing_result')
  const version =
    textAt(result, 'highest_tls_version_supported') ?? textAt(info, 'highest_ssl_version_supported')
  return defined<Stated>({ tls_version: readTlsVersion(version) })
}

const PATHS = ['server_scan_results', 'accepted_targets']

function timeIn(report: Json): string | undefined {
  return textAt(report, 'date_scans_completed') ?? textAt(report, 'date_scans_started')
}

/** Targets that are held until the time of the scan is known, which versions 5 and 6 write behind them. */
const MOST_HELD = 1000

async function* readJson(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let time: string | undefined
  let targets = 0
  const held: Document[] = []
  for await (const document of readDocuments(input.bytes, { ...options, unwrap: PATHS })) {
    if (document.kind !== 'value') yield document
    else if (document.path !== '') {
      targets++
      held.push(document)
      if (held.length > MOST_HELD || time !== undefined) yield* released(held.splice(0), time)
    } else {
      time = timeIn(document.value)
      if (document.part === 'opening') continue
      yield* released(held.splice(0), time)
      if (targets === 0) yield readingOf(map(document.value, time), document.line, document.text)
      targets = 0
    }
  }
  yield* released(held, time)
}

type Document = Readonly<{ value: Json; line: number; text: string }>

function* released(held: readonly Document[], time: string | undefined): Generator<Reading> {
  for (const { value, line, text } of held) yield readingOf(map(value, time), line, text)
}

async function* readXml(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const event of readWholeElements(input.bytes, new Set(['target', 'invalidTarget']), options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'element') yield targetOf(event.element)
  }
}

function targetOf(element: XmlElement): Reading {
  const { line } = element
  const chain = childOf(childOf(element, 'certinfo'), 'receivedCertificateChain')
  const pem = childOf(childOf(chain, 'certificate'), 'asPEM')?.text
  const host = attributeOf(element, 'host')
  if (element.name === 'invalidTarget') return { kind: 'skip', line, reason: 'a target without an answer' }
  const mapped = serviceOf({
    name: host,
    address: canonicalAddress(attributeOf(element, 'ip') ?? ''),
    port: attributeOf(element, 'port'),
    stated: {},
    ...(pem?.includes('-----BEGIN') && { certificate: pem.trim() }),
  })
  return readingOf(mapped, line, printElement(element))
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (start.startsWith('<')) yield* readXml(again, options)
  else yield* readJson(again, options)
}

function detect(sample: Sample): number {
  if (/^\s*<(\?xml|document)/.test(sample.text))
    return /<document\b[^>]{0,500}SSLyze/i.test(sample.text.slice(0, 4096)) ? 0.97 : 0
  const [first] = peekObjects(sample)
  if (first === undefined) return 0
  if ('sslyze_version' in first || PATHS.some((path) => path in first)) return 0.97
  return 'server_location' in first && ('scan_result' in first || 'server_info' in first) ? 0.9 : 0
}

/** SSLyze's reports. */
export const sslyzeImporter: Importer = {
  name: 'sslyze',
  label: 'SSLyze (`--json_out`; XML of version 1)',
  detect,
  read,
}
