// Nmap's grepable output (`-oG`): lines of one host, in sections divided by tabs. Layout: nmap output.cc (printportoutput).
import type { ElementEvent, XmlElement } from '../text/index.ts'
import {
  closing,
  element,
  opening,
  type PrintedService,
  readStarted,
  secondsOf,
  serviceElement,
  whole,
} from './translated.ts'

const HOST = /^Host: (\S{1,255}) \([^)]{0,255}\)[\t ]+(\S.*)$/
const SCANNED = /(TCP|UDP|SCTP)\(\d+;([\d,-]*)\)/g

/** Translates such a file. */
export class GrepableText {
  #asked = false
  #address: string | undefined;

  *take(line: string, number: number): Generator<ElementEvent> {
    const started = readStarted(line)
    const host = HOST.exec(line)
    if (started !== undefined) {
      yield* this.#endHost(number)
      this.#asked = /\s-(sV|A|sCV|sVC)\b/.test(started.command)
      yield opening('nmaprun', { start: secondsOf(started.time) }, number)
    } else if (host !== null) yield* this.#host(host[1] ?? '', host[2] ?? '', number)
    else if (line.startsWith('# Ports scanned:')) yield* scanned(line, number)
    else if (/^# Nmap (done|run completed) /.test(line)) {
      yield* this.#endHost(number)
      yield closing('nmaprun', number)
    } else if (line.trim() !== '' && !line.startsWith('#')) yield noLine(line, number)
  }

  /** The last host is not closed: nobody knows whether all of it was written. */
  *end(): Generator<ElementEvent> {}

  /** A host has a line for its state and one for its ports. */
  *#host(address: string, rest: string, line: number): Generator<ElementEvent> {
    if (address !== this.#address) {
      yield* this.#endHost(line)
      this.#address = address
      yield opening('host', {}, line)
      yield whole(element('address', { addr: address, addrtype: 'ip' }, line))
    }
    for (const section of rest.split('\t')) yield* this.#section(section, line)
  }

  *#section(section: string, line: number): Generator<ElementEvent> {
    const colon = section.indexOf(': ')
    const value = section.slice(colon + 2)
    switch (section.slice(0, colon)) {
      case 'Status':
        yield whole(element('status', { state: value.toLowerCase() }, line))
        return
      case 'Ports':
        for (const port of value.split(/, (?=\d{1,6}\/)/)) yield this.#port(port, line)
        return
      case 'OS':
        // Several guesses are divided by bars.
        if (!value.includes('|')) yield whole(operatingSystem(value, line))
        return
      case 'Ignored State':
        yield whole(element('extraports', { state: value.replace(/ \(.*/, '') }, line))
    }
  }

  #port(text: string, line: number): ElementEvent {
    const [port, state, transport, , name = '', , version] = text.split('/')
    if (version === undefined) return noLine(`Host: ${this.#address} ()\tPorts: ${text}`, line)
    // A slash within a value is written as a bar.
    const printed: PrintedService = {
      ...{ name: name.replaceAll('|', '/'), version: version.replaceAll('|', '/'), asked: this.#asked },
    }
    const children: XmlElement[] = [element('state', { state }, line)]
    if (name !== '') children.push(serviceElement(printed, line))
    return whole(element('port', { portid: port, protocol: transport }, line, children))
  }

  *#endHost(line: number): Generator<ElementEvent> {
    if (this.#address === undefined) return
    this.#address = undefined
    yield closing('host', line)
  }
}

/** An operating system of which Nmap was sure. */
export function operatingSystem(name: string, line: number): XmlElement {
  return element('os', {}, line, [element('osmatch', { name, accuracy: '100' }, line)])
}

function* scanned(line: string, number: number): Generator<ElementEvent> {
  for (const [, transport = '', services] of line.matchAll(SCANNED))
    if (services !== '')
      yield whole(element('scaninfo', { protocol: transport.toLowerCase(), services }, number))
}

function noLine(text: string, line: number): ElementEvent {
  const reason = 'no line of Nmap’s grepable output'
  return { kind: 'reject', reject: { line, reason, text: text.slice(0, 65_536) } }
}
