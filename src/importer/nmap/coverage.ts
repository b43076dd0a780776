// What a scan of Nmap says about ports without a service: the ports that it was to look at, and the hosts at which it did.
import { type BaseProtocol, readBaseProtocol } from '../../asset/index.ts'
import type { Reading } from '../importer.ts'
import { attributeOf, childOf, readPort, type XmlElement } from '../text/index.ts'

type Range = readonly [number, number]

/** Elements of a scan that say what it looked at, beside those of hosts. */
export const COVERAGE_ELEMENTS = ['scaninfo', 'extraports']

interface ListedPort {
  readonly transport: BaseProtocol
  readonly port: number
  readonly state: string
}

/** Collects the coverage of one scan, host by host. */
export class CoverageReader {
  readonly #scanned = new Map<BaseProtocol, readonly Range[]>()
  #listed: ListedPort[] = []
  #rest: string | undefined

  /** Another scan starts in the same file. */
  startScan(): void {
    this.#scanned.clear()
  }

  /** A host starts. */
  startHost(): void {
    this.#listed = []
    this.#rest = undefined
  }

  take(element: XmlElement): void {
    if (element.name === 'scaninfo') this.#takeScan(element)
    else if (element.name === 'extraports') this.#rest ??= attributeOf(element, 'state')
    else if (element.name === 'port') this.#takePort(element)
  }

  /** What was looked at on a host that was read to its end: the ports that it lists, then all others of the scan. */
  *finishHost(host: string | undefined, state: string | undefined, line: number): Generator<Reading> {
    if (host === undefined) return
    for (const { transport, port, state } of this.#listed)
      if (state !== 'open')
        yield { kind: 'probed', line, probed: { host, transport, ports: [[port, port]], state } }
    const rest = state === 'down' ? 'host down' : (this.#rest ?? 'not open')
    for (const [transport, ports] of this.#scanned)
      yield { kind: 'probed', line, probed: { host, transport, ports, state: rest } }
  }

  #takeScan(element: XmlElement): void {
    const transport = readBaseProtocol(attributeOf(element, 'protocol') ?? '')
    if (transport === undefined) return
    this.#scanned.set(transport, readRanges(attributeOf(element, 'services') ?? ''))
  }

  #takePort(element: XmlElement): void {
    const transport = readBaseProtocol(attributeOf(element, 'protocol') ?? '')
    const port = readPort(attributeOf(element, 'portid'))
    const state = attributeOf(childOf(element, 'state'), 'state')
    if (transport !== undefined && port !== undefined && state !== undefined)
      this.#listed.push({ transport, port, state })
  }
}

/** `22,80-90` as ranges; parts that are not ports are left out. */
function readRanges(text: string): readonly Range[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-')
    const range = [readPort(first), readPort(last)] as const
    return range[0] === undefined || range[1] === undefined ? [] : [[range[0], range[1]] as const]
  })
}
