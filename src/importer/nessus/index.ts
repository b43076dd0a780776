// Nessus: reports in its format version 2 (`.nessus`), and CSV. Of a report all items of one port become one observation with its findings.
import { readBaseProtocol } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { defined, reachedBy } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import {
  attributeOf,
  childrenOf,
  firstCells,
  lookAhead,
  printElement,
  readElements,
  readPort,
  readTime,
  reject,
  type XmlElement,
} from '../text/index.ts'
import { PortReader } from './service.ts'
import { isHeader, readTable } from './table.ts'

/** Characters of items that are held for one host; beyond, the ports so far are passed on. */
const HELD = 16 * 1024 * 1024

/** One `<ReportHost>` while it is read. */
class HostReader {
  readonly #name: string | undefined
  readonly #line: number
  #properties: ReadonlyMap<string, string> = new Map()
  #ports = new Map<string, PortReader>()
  #size = 0
  #any = false

  constructor(name: string | undefined, line: number) {
    this.#name = name
    this.#line = line
  }

  *take(element: XmlElement): Generator<Reading> {
    if (element.name === 'HostProperties')
      this.#properties = new Map(
        childrenOf(element, 'tag').map((tag) => [attributeOf(tag, 'name') ?? '', tag.text.trim()]),
      )
    else yield* this.#takeItem(element)
  }

  /** An item that was not read whole or names no valid port, as text that can be imported again. */
  printed(item: XmlElement): string {
    return `<ReportHost name="${this.#name?.replace(/[<>&"]/g, '') ?? ''}">${printElement(item)}</ReportHost>`
  }

  *#takeItem(item: XmlElement): Generator<Reading> {
    const number = attributeOf(item, 'port') ?? ''
    const transport = readBaseProtocol(attributeOf(item, 'protocol') ?? '')
    const port = readPort(number)
    if (number === '0' || transport === undefined) {
      yield { kind: 'skip', line: item.line, reason: 'a finding on a host, on no port of it' }
      return
    }
    if (port === undefined) {
      yield reject(item.line, 'the port is not between 1 and 65535', this.printed(item))
      return
    }
    const key = `${port}/${transport}`
    const reader = this.#ports.get(key) ?? new PortReader(item.line, port, transport)
    this.#ports.set(key, reader)
    reader.take(item)
    this.#size += 500 + item.children.reduce((sum, child) => sum + child.text.length, 0)
    if (this.#size > HELD) yield* this.#release()
  }

  *finish(): Generator<Reading> {
    yield* this.#release()
    if (!this.#any) yield { kind: 'skip', line: this.#line, reason: 'host without a listed port' }
  }

  *#release(): Generator<Reading> {
    const given = this.#name
    const address = this.#properties.get('host-ip') ?? canonicalAddress(given ?? '')
    const where = reachedBy(given, address)
    const time = readTime(this.#properties.get('HOST_END')) ?? readTime(this.#properties.get('HOST_START'))
    const os = defined({ os: this.#properties.get('operating-system')?.split('\n', 1)[0] || undefined })
    for (const port of this.#ports.values()) {
      const { stated, ...service } = port.finish()
      this.#any = true
      if (where === undefined)
        yield reject(port.line, 'the host has neither an address nor a name', `port ${port.port}`)
      else
        yield {
          kind: 'observation',
          line: port.line,
          observation: {
            reached: where.reached,
            time,
            ...service,
            stated: { ...where.stated, ...os, ...stated },
          },
        }
    }
    this.#ports = new Map<string, PortReader>()
    this.#size = 0
  }
}

const WANTED = new Set(['HostProperties', 'ReportItem'])

async function* readReport(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let host: HostReader | undefined
  for await (const event of readElements(input.bytes, WANTED, options)) {
    if (event.kind === 'reject') yield event
    else if (event.kind === 'torn')
      yield reject(
        event.element.line,
        event.reason,
        host?.printed(event.element) ?? printElement(event.element),
      )
    else if (event.kind === 'open' && event.name === 'ReportHost') {
      if (host !== undefined) yield* host.finish()
      host = new HostReader(event.attributes.get('name') || undefined, event.line)
    } else if (event.kind === 'close' && event.name === 'ReportHost') {
      if (host !== undefined) yield* host.finish()
      host = undefined
    } else if (event.kind === 'element') {
      if (host !== undefined) yield* host.take(event.element)
      else if (event.element.name === 'ReportItem')
        yield reject(event.element.line, 'an item outside of any host', printElement(event.element))
    }
  }
  if (host === undefined) return
  yield* host.finish()
  yield { kind: 'note', text: 'the file ends before the end of the report' }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { cells, input: again } = await lookAhead(input)
  yield* isHeader(cells) ? readTable(again, options) : readReport(again, options)
}

function detect(sample: Sample): number {
  if (isHeader(firstCells(sample.text.slice(0, 8192)))) return 0.97
  return /<NessusClientData_v2\b/.test(sample.text) || /^\s*<ReportHost\b/.test(sample.text) ? 0.98 : 0
}

/** Nessus' reports. */
export const nessusImporter: Importer = {
  name: 'nessus',
  label: 'Nessus reports (`.nessus` version 2; CSV, also of Tenable.sc)',
  detect,
  read,
}
