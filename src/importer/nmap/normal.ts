// Nmap's normal output (`-oN`, and what it prints on the terminal): a table of ports for each host with the scripts' lines below,
// then the answers of services it did not know. Layout: nmap output.cc and portreasons.cc.
import { type ElementEvent, readLocalTime, readPort, type XmlElement } from '../text/index.ts'
import { operatingSystem } from './grepable.ts'
import { closing, element, opening, readStarted, secondsOf, serviceElement, whole } from './translated.ts'

const REPORT = /^Nmap scan report for (\S{1,255})(?: \(([\da-f:.%\w]{2,60})\))?(?: \[([^\]]{1,60})\])?\s*$/i
/** The same until 5.00, with the reason why no port is listed behind some. */
const OLD_REPORT =
  /^(?:Interesting (?:ports|protocols)|All \d{1,6} scanned ports|The \d{1,6} scanned port) on (\S{0,255}?)(?: \(([\da-f:.]{2,60})\))?(?::| (?:are|is)(?:: | ).{0,200})\s*$/i
const PORT = /^(\d{1,6})\/(tcp|udp|sctp|ip)\s+([a-z|]+)(?:\s+(\S+)(?:\s+(\S.*))?)?$/
const REASON = /^(\S+(?: ttl \d+)?(?: from \S+)?)(?:\s+(\S.*))?$/
const SCRIPT = /^([\w][\w .+-]{0,60}?):(?: (.*)|)$/s
const FINGERPRINT = /^SF-Port(\d{1,5})-(TCP|UDP):(.*)$/
/** Characters of scripts and answers that are held for one host; what is more is left out. */
const HELD = 16 * 1024 * 1024

interface Port {
  readonly line: number
  readonly number: string
  readonly transport: string
  readonly state: string
  readonly service: string
  readonly version: string
  readonly scripts: Script[]
  fingerprint: string | undefined
}

interface Script {
  readonly id: string
  readonly line: number
  output: string
}

/** Translates such a text. */
export class NormalText {
  #asked = false
  #hasReason = false
  #command = ''
  #inHost = false
  /** The name of the host, where it is not known whether the user gave it. */
  #unsure = ''
  #held = 0
  #ports: Port[] = []
  #hostScripts: Script[] = []
  /** Where the next script belongs. */
  #scripts: Script[] | undefined
  #script: Script | undefined
  #answer: Port | undefined;

  *take(line: string, number: number): Generator<ElementEvent> {
    if (line.startsWith('|')) this.#takeScript(line, number)
    else if (line.startsWith('SF')) this.#takeAnswer(line)
    else {
      this.#script = undefined
      yield* this.#takeLine(line, number)
    }
  }

  *end(): Generator<ElementEvent> {
    yield* this.#endHost(1)
  }

  *#takeLine(line: string, number: number): Generator<ElementEvent> {
    const started = readStarted(line)
    const report = REPORT.exec(line) ?? OLD_REPORT.exec(line)
    if (started !== undefined) {
      yield* this.#endHost(number)
      this.#command = started.command
      yield opening('nmaprun', { start: secondsOf(started.time) }, number)
    } else if (report !== null) yield* this.#startHost(report, number)
    else if (/^# Nmap (done|run completed) |^Nmap (done: |finished: |run completed -- )/.test(line)) {
      yield* this.#endHost(number)
      yield closing('nmaprun', number)
    } else if (this.#inHost) yield* this.#takeHostLine(line, number)
  }

  *#startHost([, written = '', address, note]: RegExpExecArray, line: number): Generator<ElementEvent> {
    const reached = written === '' ? (address ?? '') : written
    yield* this.#endHost(line)
    this.#inHost = true
    yield opening('host', {}, line)
    yield whole(element('address', { addr: address ?? reached, addrtype: 'ip' }, line))
    // The text does not say whether the user gave the name or the address gave it away.
    const given = ` ${this.#command} `.includes(` ${reached} `) || /\s-n\s/.test(` ${this.#command} `)
    this.#unsure = address !== undefined && !given ? reached : ''
    if (address !== undefined && given) yield whole(nameOf(reached, line))
    if (note !== undefined)
      yield whole(element('status', { state: note.includes('down') ? 'down' : 'up' }, line))
  }

  *#takeHostLine(line: string, number: number): Generator<ElementEvent> {
    if (/^\d{1,6}\/[a-z]/.test(line)) yield* this.#takePort(line, number)
    else if (/^PORT\s+STATE\b/.test(line)) {
      this.#asked = / VERSION\s*$/.test(line)
      this.#hasReason = / REASON\b/.test(line)
    } else if (line.startsWith('Host script results:')) this.#scripts = this.#hostScripts
    else if (line.startsWith('Scanned at ')) yield* scannedAt(line, number)
    else if (line.startsWith('rDNS record for ')) yield* this.#takeReverse(line, number)
    else if (line.startsWith('OS details: ') && !line.includes(', '))
      yield whole(operatingSystem(line.slice(12).trim(), number))
  }

  /** `rDNS record for 192.0.2.1: b.example`, where the user gave another name. */
  *#takeReverse(line: string, number: number): Generator<ElementEvent> {
    const name = /: (\S+)$/.exec(line.trimEnd())?.[1]
    if (name === undefined) return
    if (this.#unsure !== '') yield whole(nameOf(this.#unsure, number))
    yield whole(nameOf(name, number, 'PTR'))
  }

  *#takePort(line: string, number: number): Generator<ElementEvent> {
    const [, port = '', transport = '', state = '', service = '', rest = ''] = PORT.exec(line.trimEnd()) ?? []
    if (port === '' || (readPort(port) === undefined && transport !== 'ip')) {
      const reason = 'no line of Nmap’s table of ports'
      yield { kind: 'reject', reject: { line: number, reason, text: line.slice(0, 65_536) } }
      return
    }
    const version = this.#hasReason ? (REASON.exec(rest)?.[2] ?? '') : rest
    const found: Port = {
      ...{ line: number, number: port, transport, state, service, version: version.trim() },
      ...{ scripts: [], fingerprint: undefined },
    }
    this.#held += line.length
    if (this.#held > HELD) yield* this.#releasePorts()
    this.#ports.push(found)
    this.#scripts = found.scripts
  }

  /** `| id: first line`, further lines with `| `, the last with `|_`. */
  #takeScript(line: string, number: number): void {
    const text = line.slice(2)
    const isLast = line.startsWith('|_')
    this.#held += line.length
    if (this.#held > HELD) return
    if (this.#script !== undefined) this.#script.output += `\n${text}`
    else {
      const [, id, output = ''] = SCRIPT.exec(text) ?? []
      if (id === undefined || this.#scripts === undefined) return
      this.#script = { id, line: number, output: output.trim() === '' ? '' : output }
      this.#scripts.push(this.#script)
    }
    if (isLast) this.#script = undefined
  }

  #takeAnswer(line: string): void {
    const [, number, transport = '', rest = ''] = FINGERPRINT.exec(line) ?? []
    if (number !== undefined) {
      this.#answer = this.#ports.find(
        (port) => port.number === number && port.transport === transport.toLowerCase(),
      )
      if (this.#answer !== undefined) this.#answer.fingerprint = rest
    } else if (line.startsWith('SF:') && this.#answer?.fingerprint !== undefined && this.#held <= HELD) {
      this.#held += line.length
      this.#answer.fingerprint += line.slice(3)
    }
  }

  *#endHost(line: number): Generator<ElementEvent> {
    if (!this.#inHost) return
    yield* this.#releasePorts()
    if (this.#hostScripts.length > 0)
      yield whole(element('hostscript', {}, line, this.#hostScripts.map(scriptElement)))
    yield closing('host', line)
    this.#inHost = false
    this.#held = 0
    this.#hostScripts = []
    this.#scripts = undefined
    this.#answer = undefined
  }

  *#releasePorts(): Generator<ElementEvent> {
    for (const port of this.#ports) yield whole(this.#portElement(port))
    this.#ports = []
  }

  #portElement({ number, transport, state, service, version, scripts, fingerprint, line }: Port): XmlElement {
    const printed = { name: service, version, asked: this.#asked, fingerprint }
    return element('port', { portid: number, protocol: transport }, line, [
      element('state', { state }, line),
      ...(service === '' ? [] : [serviceElement(printed, line)]),
      ...scripts.map(scriptElement),
    ])
  }
}

function scriptElement({ id, output, line }: Script): XmlElement {
  return element('script', { id, output }, line)
}

function nameOf(name: string, line: number, type: 'user' | 'PTR' = 'user'): XmlElement {
  return element('hostname', { name, type }, line)
}

/** `Scanned at 2026-03-01 12:00:00 CET for 10s` */
function* scannedAt(line: string, number: number): Generator<ElementEvent> {
  const moment = /^Scanned at (.{10,40}?)(?: for \d+s)?\s*$/.exec(line)?.[1]
  const time = moment === undefined ? undefined : readLocalTime(moment)
  if (time !== undefined) yield whole(element('timestamp', { end: secondsOf(time) }, number))
}
