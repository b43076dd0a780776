// Metasploit: the services of a workspace, as XML (`db_export -f xml`) and as CSV (`services -o`). The layout of the XML was read in
// rapid7/metasploit-framework, lib/msf/core/db_manager/export.rb. Passwords and loot in it are left out.
import type { Stated, StatedFinding } from '../../asset/index.ts'
import {
  defined,
  overTls,
  readProtocol,
  type Mapped,
  readMappedRows,
  serviceOf,
  skipped,
  statedProducts,
  textAt,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Refusal, Sample } from '../importer.ts'
import {
  childOf,
  childrenOf,
  childText,
  firstCells,
  headerNames,
  type JsonObject,
  lookAhead,
  printElement,
  readWholeElements,
  reject,
  type XmlElement,
} from '../text/index.ts'

const ROOT = /<MetasploitV\d{1,2}>/
const WANTED = new Set(['host'])

/** The text of a child whose name has dashes, or underscores in old versions. */
function namedText(element: XmlElement, name: string): string | undefined {
  const text = childText(element, name) ?? childText(element, name.replaceAll('-', '_'))
  return text === 'NULL' ? undefined : text
}

/** `OpenSSH 8.9p1 Ubuntu 3ubuntu0.1`, as Nmap's services come in; a greeting, as scanners of Metasploit write it. */
const PRODUCT = /^([A-Za-z][A-Za-z .+-]{1,60}?) v?(\d[\w.+~-]{0,40})(?: (.{1,300}))?$/s
const GREETING = /^(?:SSH-[12]\.|220[ -]|\* OK |\+OK )/

/** What the text beside a service says for certain. */
function statedInfo(info: string | undefined): Stated {
  if (info === undefined) return {}
  if (GREETING.test(info)) return { banner: info }
  const [, product, version, rest] = PRODUCT.exec(info) ?? []
  return statedProducts([{ product: product?.trim(), version, info: rest }])
}

function findingOf(vuln: XmlElement): StatedFinding | undefined {
  const name = namedText(vuln, 'name')
  if (name === undefined) return undefined
  const refs = childrenOf(childOf(vuln, 'refs'), 'ref').map((ref) => ref.text.trim())
  return {
    ...{ tool: 'metasploit', id: name, name, severity: 'unknown', evidence: namedText(vuln, 'info') ?? '' },
    ids: refs.filter((ref) => /^CVE-/i.test(ref)).map((ref) => ref.toUpperCase()),
  }
}

/** The findings by the id of their service; those of the host are under the empty text. */
function findingsOf(host: XmlElement): ReadonlyMap<string, readonly StatedFinding[]> {
  const found = new Map<string, StatedFinding[]>()
  for (const vuln of childrenOf(childOf(host, 'vulns'), 'vuln')) {
    const [finding, service] = [findingOf(vuln), namedText(vuln, 'service-id') ?? '']
    if (finding !== undefined) found.set(service, [...(found.get(service) ?? []), finding])
  }
  return found
}

function* readHost(host: XmlElement): Generator<Reading> {
  const { line } = host
  const address = namedText(host, 'address')
  const services = childrenOf(childOf(host, 'services'), 'service')
  const findings = findingsOf(host)
  const os = namedText(host, 'os-name')
  if (services.length === 0) yield { kind: 'skip', line, reason: 'host without a listed port' }
  for (const _ of findings.get('') ?? [])
    yield { kind: 'skip', line, reason: 'a finding on a host, on no port of it' }
  for (const service of services) {
    const mapped = serviceAt(address, {
      port: namedText(service, 'port'),
      proto: namedText(service, 'proto'),
      name: namedText(service, 'name'),
      state: namedText(service, 'state'),
      info: namedText(service, 'info'),
      time: namedText(service, 'updated-at') ?? namedText(service, 'created-at'),
      ...(os !== undefined && os !== 'Unknown' && { os }),
      findings: findings.get(namedText(service, 'id') ?? '?') ?? [],
    })
    yield mapped.kind === 'reject'
      ? reject(
          service.line,
          mapped.reason,
          `<host><address>${address ?? ''}</address><services>${printElement(service)}</services></host>`,
        )
      : { ...mapped, line: service.line }
  }
}

interface Service {
  readonly port: string | undefined
  readonly proto: string | undefined
  readonly name: string | undefined
  readonly state: string | undefined
  readonly info: string | undefined
  readonly time: string | undefined
  readonly os?: string
  readonly findings: readonly StatedFinding[]
}

function serviceAt(address: string | undefined, service: Service): Mapped {
  const { port, proto, name, state, info, time, os, findings } = service
  if (state !== undefined && state !== 'open') return skipped(`port is ${state}`)
  const [, tls, plain] = /^(ssl\/)?(.*)$/.exec(name ?? '') ?? []
  const spoken = readProtocol(plain)
  const protocol = spoken !== undefined && tls !== undefined ? overTls(spoken) : spoken
  return serviceOf({
    ...{ address, port, transport: proto, time, findings },
    stated: { ...defined<Stated>({ protocol, os }), ...statedInfo(info) },
  })
}

async function* readExport(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let ended = false
  for await (const event of readWholeElements(input.bytes, WANTED, options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'close') ended ||= ROOT.test(`<${event.name}>`)
    else if (event.kind !== 'element') continue
    else if (event.element.children.length > 0) yield* readHost(event.element)
    else yield { kind: 'skip', line: event.element.line, reason: 'a host that another part names' }
  }
  if (!ended) yield { kind: 'note', text: 'the file ends before the end of the export' }
}

const COLUMNS = ['host', 'port', 'proto', 'name', 'state', 'info'] as const

function hasColumns(cells: readonly string[], columns: readonly string[]): boolean {
  const names = headerNames(cells)
  return columns.every((name) => names.includes(name))
}

const SERVICES = {
  record: (names: readonly string[], cells: readonly string[]): JsonObject =>
    Object.fromEntries(headerNames(names).map((name, index) => [name, cells[index]?.trim() ?? ''])),
  *map(row: JsonObject): Generator<Mapped> {
    const [port, proto, name] = [textAt(row, 'port'), textAt(row, 'proto'), textAt(row, 'name')]
    const [state, info, time] = [textAt(row, 'state'), textAt(row, 'info'), textAt(row, 'updated_at')]
    yield serviceAt(textAt(row, 'host'), { port, proto, name, state, info, time, findings: [] })
  },
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  yield* hasColumns(cells, COLUMNS) ? readMappedRows(again, options, SERVICES) : readExport(again, options)
}

function detect(sample: Sample): number {
  if (hasColumns(firstCells(sample.text.slice(0, 8192)), COLUMNS)) return 0.97
  return ROOT.test(sample.text.slice(0, 2048)) ? 0.97 : 0
}

/** Metasploit's services. */
export const metasploitImporter: Importer = {
  name: 'metasploit',
  label: 'services of Metasploit (`db_export -f xml FILE`, `services -o FILE`)',
  detect,
  read,
}

/** Other tables of the same console. */
export const METASPLOIT_REFUSALS: readonly Refusal[] = [
  {
    name: 'a table of hosts of Metasploit',
    detect: (sample) =>
      hasColumns(firstCells(sample.text.slice(0, 8192)), ['address', 'mac', 'os_name', 'purpose']) ? 0.96 : 0,
    advice: 'it names no ports; import what `services -o FILE` or `db_export -f xml FILE` writes',
  },
]
