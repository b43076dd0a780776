// What Qualys says of the ports of one host, collected over all of its results.
import {
  type BaseProtocol,
  readBaseProtocol,
  type Severity,
  type Stated,
  type StatedFinding,
} from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import { defined, overTls, readProtocol, reverseNames, serviceOf } from '../fact/index.ts'
import type { Reading } from '../importer.ts'
import { escapeControls, readPort, readTime, reject } from '../text/index.ts'

/** One result of Qualys, wherever it was written. */
export interface Result {
  readonly line: number
  readonly qid: string
  readonly port: string | undefined
  readonly transport: string | undefined
  /** The name of a virtual host that was asked. */
  readonly name: string | undefined
  readonly service: string | undefined
  readonly secure: boolean
  readonly title: string | undefined
  readonly severity: Severity
  readonly cves: readonly string[]
  readonly output: string
  readonly time: string | undefined
  /** For rejects. */
  readonly text: string
}

/** What is known of a host as a whole. */
export interface HostFacts {
  readonly address: string | undefined
  readonly name: string | undefined
  readonly os: string | undefined
  readonly time: string | undefined
}

interface Port {
  readonly line: number
  readonly port: number
  readonly transport: BaseProtocol
  readonly name: string | undefined
  readonly findings: StatedFinding[]
  readonly text: string
  protocol: string | undefined
  secure: boolean
  server: string | undefined
  banner: string | undefined
  time: number | undefined
}

/** Results that list the open ports of a host. */
const LISTS: ReadonlyMap<string, BaseProtocol> = new Map([
  ['82023', 'tcp'],
  ['82004', 'udp'],
])
/** `22⇥ssh⇥SSH Remote Login Protocol⇥ssh`: the last one is what answered; the others follow from the number. */
const LISTED = /^(\d{1,5})\t[^\t]*\t[^\t]*(?:\t([^\t]*))?/

const LEVELS: readonly Severity[] = ['info', 'low', 'medium', 'high', 'critical']

/** The severity of a level from 1 to 5. */
export function severityOfLevel(level: string | undefined): Severity {
  return LEVELS[Number(level) - 1] ?? 'unknown'
}

/** Collects the results of one host. */
export class HostReader {
  readonly #ports = new Map<string, Port>()
  readonly #skips: Reading[] = []
  size = 0

  take(result: Result): void {
    this.size += 500 + result.output.length
    const listed = LISTS.get(result.qid)
    if (listed !== undefined && this.#takeList(result, listed)) return
    const transport = readBaseProtocol(result.transport?.trim() ?? '')
    if (
      result.port === undefined ||
      result.port === '0' ||
      (result.transport !== undefined && transport === undefined)
    ) {
      this.#skips.push({ kind: 'skip', line: result.line, reason: 'a finding on a host, on no port of it' })
      return
    }
    const number = readPort(result.port)
    if (number === undefined) {
      this.#skips.push(reject(result.line, 'the port is not between 1 and 65535', result.text))
      return
    }
    const port = this.#portOf(result, number, transport ?? 'tcp', result.name)
    port.protocol ??= readProtocol(result.service)
    port.secure ||= result.secure
    takeOutput(port, result)
    port.findings.push(findingOf(result))
  }

  #takeList(result: Result, transport: BaseProtocol): boolean {
    const rows = result.output.split('\n').flatMap((line) => LISTED.exec(line) ?? [])
    const matches = result.output.split('\n').map((line) => LISTED.exec(line.trimEnd()))
    for (const match of matches) {
      const number = readPort(match?.[1])
      if (number === undefined) continue
      const [, name = '', tls] = /^([^ ]{1,40})( over ssl)?$/i.exec(match?.[2]?.trim() ?? '') ?? []
      const port = this.#portOf(result, number, transport, undefined)
      port.protocol ??= readProtocol(name)
      port.secure ||= tls !== undefined
    }
    return rows.length > 0
  }

  #portOf(result: Result, port: number, transport: BaseProtocol, name: string | undefined): Port {
    const key = `${port}/${transport}/${name ?? ''}`
    const found = this.#ports.get(key)
    if (found !== undefined) return found
    const { line, text } = result
    const fresh: Port = {
      ...{ line, port, transport, name, text, findings: [], protocol: undefined, secure: false },
      ...{ server: undefined, banner: undefined, time: undefined },
    }
    this.#ports.set(key, fresh)
    return fresh
  }

  /** The readings of the host; the reader begins anew. */
  *finish(host: HostFacts, line: number): Generator<Reading> {
    yield* this.#skips
    if (this.#ports.size === 0 && this.#skips.length === 0)
      yield { kind: 'skip', line, reason: 'host without a listed port' }
    for (const port of this.#ports.values()) {
      const mapped = serviceOf({
        name: port.name ?? (canonicalAddress(host.address ?? '') === undefined ? host.name : undefined),
        ...{ address: host.address, port: port.port, transport: port.transport },
        time: port.time ?? readTime(host.time),
        stated: statedOf(port, host),
        findings: port.findings,
      })
      yield mapped.kind === 'reject'
        ? reject(port.line, mapped.reason, port.text)
        : { ...mapped, line: port.line }
    }
    this.#ports.clear()
    this.#skips.length = 0
    this.size = 0
  }
}

function statedOf(port: Port, host: HostFacts): Stated {
  const { protocol, secure, server, banner } = port
  return defined<Stated>({
    protocol: protocol === undefined ? undefined : secure ? overTls(protocol) : protocol,
    os: host.os,
    ptr: reverseNames(host.name === undefined ? [] : [host.name]),
    server,
    banner,
  })
}

function takeOutput(port: Port, { qid, output, time }: Result): void {
  const found = readTime(time)
  if (found !== undefined && found > (port.time ?? 0)) port.time = found
  // `Server Version⇥Server Banner`, and the banner of SSH.
  if (qid === '86000') port.server ??= output.split('\n')[1]?.split('\t')[1]?.trim() || undefined
  if (qid === '38050' && output.startsWith('SSH-')) port.banner ??= escapeControls(output)
}

function findingOf({ qid, title, severity, cves, output }: Result): StatedFinding {
  return { tool: 'qualys', id: qid, name: title ?? `QID ${qid}`, severity, ids: cves, evidence: output }
}
