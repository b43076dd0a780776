// Hosts of Nmap's XML, assembled while they are read: addresses and names come before the ports, the operating system and the end
// time after them.
import type { Observation, Stated, StatedFinding } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { defined, reverseNames } from '../fact/index.ts'
import type { Reading } from '../importer.ts'
import { attributeOf, childrenOf, printElement, readTime, reject, type XmlElement } from '../text/index.ts'
import { findingsOf } from './finding.ts'
import { type PortPart, readPortElement } from './port.ts'
import { elemOf, scriptsOf } from './script.ts'

/** Beyond this many bytes of buffered ports a host is emitted before its end, without its operating system. */
const HELD = 16 * 1024 * 1024

/** Collects one host while it is read. */
export class HostReader {
  readonly line: number
  readonly #runTime: number | undefined
  #time: number | undefined
  #address: string | undefined
  #name: string | undefined
  readonly #reverseNames: string[] = []
  #os: string | undefined
  #state: string | undefined
  #ports = 0
  #held: { readonly line: number; readonly part: PortPart }[] = []
  #size = 0
  #findings: readonly StatedFinding[] = []

  /** `runTime` is the start of the scan, for hosts without their own times. */
  constructor(attributes: ReadonlyMap<string, string>, line: number, runTime: number | undefined) {
    this.line = line
    this.#runTime = runTime
    this.#time = readTime(attributes.get('endtime')) ?? readTime(attributes.get('starttime'))
    this.#state = attributes.get('status')
  }

  /** The name or address that was reached; undefined where the host has none. */
  get reached(): string | undefined {
    return this.#name ?? this.#address
  }

  /** `up` or `down`, where the scan says so. */
  get state(): string | undefined {
    return this.#state
  }

  /** Adds a part of the host; yields complete readings. */
  *take(element: XmlElement): Generator<Reading> {
    if (element.name === 'port') yield* this.#takePort(element)
    else if (element.name === 'address') this.#takeAddress(element)
    else if (element.name === 'hostname') this.#takeName(element)
    else if (element.name === 'status') this.#state = attributeOf(element, 'state')
    else if (element.name === 'os') this.#os ??= bestMatch(element)
    else if (element.name === 'hostscript') this.#takeScripts(element)
    else if (element.name === 'timestamp') this.#time ??= readTime(attributeOf(element, 'end'))
  }

  #takeScripts(element: XmlElement): void {
    const scripts = scriptsOf(element)
    this.#os ??= elemOf(scripts.get('smb-os-discovery'), 'os')
    this.#findings = findingsOf(scripts)
  }

  /** A port that was not read completely. */
  torn(element: XmlElement, reason: string): Reading {
    return reject(element.line, reason, this.#printed(element))
  }

  /** Emits the rest at the end of the host. */
  *finish(): Generator<Reading> {
    yield* this.#release()
    if (this.#ports === 0) {
      const reason = this.#state === 'down' ? 'host is down' : 'host without a listed port'
      yield { kind: 'skip', line: this.line, reason }
    }
  }

  *#takePort(element: XmlElement): Generator<Reading> {
    this.#ports++
    const read = readPortElement(element)
    const { line } = element
    if (read.kind === 'skip') yield { kind: 'skip', line, reason: read.reason }
    else if (read.kind === 'bad') yield reject(line, read.reason, this.#printed(element))
    else {
      this.#held.push({ line, part: read.part })
      for (const value of Object.values(read.part.stated))
        if (typeof value === 'string') this.#size += value.length
      this.#size += 500
      if (this.#size > HELD) yield* this.#release()
    }
  }

  #takeAddress(element: XmlElement): void {
    if (attributeOf(element, 'addrtype') === 'mac') return
    // The zone of a link-local address is meaningful only on the machine that scanned.
    const written = attributeOf(element, 'addr')?.split('%', 1)[0]
    if (written === undefined) return
    // Addresses anonymised before a file was shared serve as names of what was reached; mistyped ones are ignored.
    this.#address ??= canonicalAddress(written) ?? (/^[\d.:]*$/.test(written) ? undefined : written)
  }

  // A name that the user gave is what was reached: Nmap resolved it itself, and its scripts send it as `Host` and in the TLS
  // handshake, so another site of the same address may answer otherwise. Names found by reverse DNS were never requested.
  #takeName(element: XmlElement): void {
    const name = attributeOf(element, 'name')
    if (name === undefined || canonicalAddress(name) !== undefined) return
    if (attributeOf(element, 'type') === 'user') this.#name ??= name
    if (attributeOf(element, 'type') === 'PTR') this.#reverseNames.push(name)
  }

  *#release(): Generator<Reading> {
    const { reached } = this
    const ofHost = this.#portOfFindings()
    for (const { line, part } of this.#held) {
      if (reached === undefined)
        yield reject(line, 'the host has neither an address nor a name', `port ${part.port}`)
      else yield { kind: 'observation', line, observation: this.#observation(reached, part, part === ofHost) }
    }
    this.#held = []
    this.#size = 0
  }

  /** Scripts of a host that find weaknesses nearly all look at SMB. */
  #portOfFindings(): PortPart | undefined {
    if (this.#findings.length === 0) return undefined
    const parts = this.#held.map(({ part }) => part)
    const smb = [445, 139].flatMap((port) => parts.find((part) => part.port === port) ?? [])
    return smb[0] ?? parts[0]
  }

  #observation(reached: string, part: PortPart, hasFindingsOfHost: boolean): Observation {
    const stated = {
      ...(this.#name !== undefined && this.#address !== undefined && { ip: this.#address }),
      ...defined<Stated>({ ptr: reverseNames(this.#reverseNames) }),
      ...(this.#os !== undefined && { os: this.#os }),
      ...part.stated,
    }
    const findings = [...(part.findings ?? []), ...(hasFindingsOfHost ? this.#findings : [])]
    const time = this.#time ?? this.#runTime
    return { reached, time, ...part, stated, ...(findings.length > 0 && { findings }) }
  }

  /** The port with enough of its host around it to be imported again. */
  #printed(port: XmlElement): string {
    const time = this.#time ?? this.#runTime
    const end = time === undefined ? '' : ` endtime="${Math.floor(time / 1000)}"`
    const address = this.#address === undefined ? '' : `<address addr="${this.#address}" addrtype="ip"/>`
    const name = this.#name === undefined ? '' : `<hostname name="${this.#name}" type="user"/>`
    return `<host${end}>${address}${name}${printElement(port)}</host>`
  }
}

/** The best guess at the operating system, where Nmap was nearly sure of it. */
function bestMatch(os: XmlElement): string | undefined {
  const sure = childrenOf(os, 'osmatch').find(
    (match) => Number.parseInt(attributeOf(match, 'accuracy') ?? '0', 10) >= 90,
  )
  return attributeOf(sure, 'name')
}
