// OpenVAS, Greenbone: reports as XML and CSV. Each result on a port is an observation of it with one finding; ports without results stand
// in a list of their own. Layout: GMP, `get_reports`.
import type { BaseProtocol, StatedFinding } from '../../asset/index.ts'
import { readBaseProtocol } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { readMappedRows, serviceOf, severityNamed, severityOfScore, readingOfElement } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  attributeOf,
  childOf,
  childrenOf,
  firstCells,
  lookAhead,
  childText,
  printElement,
  readElements,
  readTime,
  reject,
  type XmlElement,
} from '../text/index.ts'
import { isHeader, RESULTS } from './table.ts'

interface Port {
  readonly port: string
  readonly transport: BaseProtocol
  readonly isGeneral: boolean
}

/** `443/tcp`, `general/tcp`, and `https (443/tcp)` in old reports. */
function readOpenPort(text: string): Port | undefined {
  const [, port = '', transport = ''] =
    /(?:^|\()(\d{1,6}|general)\/(tcp|udp|sctp|[a-z-]{1,20})\)?$/i.exec(text.trim()) ?? []
  if (port === '') return undefined
  const known = readBaseProtocol(transport)
  return { port, transport: known ?? 'tcp', isGeneral: port === 'general' || known === undefined }
}

function findingOf(result: XmlElement): StatedFinding | undefined {
  const nvt = childOf(result, 'nvt')
  const id = attributeOf(nvt, 'oid')
  if (id === undefined) return undefined
  const refs = childrenOf(childOf(nvt, 'refs'), 'ref').filter((ref) => attributeOf(ref, 'type') === 'cve')
  const written = (childText(nvt, 'cve') ?? '').split(/[,\s]+/).filter((cve) => /^CVE-/i.test(cve))
  const score = Number(childText(result, 'severity') ?? Number.NaN)
  return {
    tool: 'openvas',
    id,
    ids: [...refs.flatMap((ref) => attributeOf(ref, 'id') ?? []), ...written],
    name: childText(nvt, 'name') ?? childText(result, 'name') ?? '',
    severity: Number.isNaN(score) ? severityNamed(childText(result, 'threat')) : severityOfScore(score),
    evidence: childText(result, 'description') ?? '',
  }
}

function readingOf(element: XmlElement): Reading {
  const { line } = element
  const isResult = element.name === 'result'
  const written = isResult ? childText(element, 'port') : element.text
  const host = childText(element, 'host')
  // Elements of these names are in other parts of a report too.
  if (written === undefined || written.trim() === '' || host === undefined)
    return isResult
      ? reject(line, 'a result without a host or a port', printElement(element))
      : { kind: 'skip', line, reason: 'a port without a host' }
  const port = readOpenPort(written)
  if (port === undefined)
    return reject(line, `\`${written.slice(0, 60)}\` is not a port`, printElement(element))
  if (port.isGeneral) return { kind: 'skip', line, reason: 'a finding on a host, on no port of it' }
  const address = canonicalAddress(host)
  if (address === undefined && /^[\d.]+$/.test(host))
    return reject(line, `\`${host.slice(0, 60)}\` is not a valid address`, printElement(element))
  const finding = isResult ? findingOf(element) : undefined
  const mapped = serviceOf({
    name: address === undefined ? host : undefined,
    address,
    port: port.port,
    transport: port.transport,
    time: timeOf(element),
    stated: {},
    ...(finding !== undefined && { findings: [finding] }),
  })
  return readingOfElement(mapped, element)
}

function timeOf(element: XmlElement): number | undefined {
  return readTime(childText(element, 'creation_time') ?? childText(element, 'modification_time'))
}

const WANTED = new Set(['result', 'port', 'task', 'filters', 'result_count', 'user_tags', 'host', 'errors'])

async function* readReport(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  for await (const event of readElements(input.bytes, WANTED, options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind !== 'torn' && event.kind !== 'element') continue
    else if (event.element.name !== 'result' && event.element.name !== 'port') continue
    else if (event.kind === 'torn')
      yield reject(event.element.line, event.reason, printElement(event.element))
    else yield readingOf(event.element)
  }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  yield* isHeader(cells) ? readMappedRows(again, options, RESULTS) : readReport(again, options)
}

const ROOT = /<report\s[^>]{0,500}(format_id|extension|content_type)\s*=|<get_reports_response\b/
const RESULT = /<result\b[^>]{0,200}>[\s\S]{0,4000}<nvt\s+oid=/

function detect(sample: Sample): number {
  if (isHeader(firstCells(sample.text.slice(0, 8192)))) return 0.97
  return ROOT.test(sample.text.slice(0, 8192)) || RESULT.test(sample.text.slice(0, 16_384)) ? 0.97 : 0
}

/** OpenVAS' reports. */
export const openvasImporter: Importer = {
  name: 'openvas',
  label: 'OpenVAS and Greenbone reports (XML, CSV)',
  detect,
  read,
}
