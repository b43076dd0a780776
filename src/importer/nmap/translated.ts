// What the two texts of Nmap share: the elements of its XML that their lines stand for.
import { type ElementEvent, readLocalTime, type XmlElement } from '../text/index.ts'

/** An element of the XML. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  line: number,
  children: readonly XmlElement[] = [],
): XmlElement {
  const given = Object.entries(attributes).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { name, attributes: new Map(given), children, text: '', line }
}

/** The same as an event. */
export function whole(built: XmlElement): ElementEvent {
  return { kind: 'element', element: built }
}

/** The start of an element that holds others. */
export function opening(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  line: number,
): ElementEvent {
  return { kind: 'open', name, attributes: element(name, attributes, line).attributes, empty: false, line }
}

/** Its end. */
export function closing(name: string, line: number): ElementEvent {
  return { kind: 'close', name, line }
}

/** How a text says that a scan begins. */
interface Started {
  /** The command behind `as:`; empty where the text does not repeat it. */
  readonly command: string
  /** Milliseconds UTC. */
  readonly time: number | undefined
}

const INITIATED = /^# nmap (?:\(V\. )?\d\S* scan initiated (.{1,40}?)(?: as: (.*))?$/i
const STARTING = /^Starting nmap \d\S* \( ?https?:\/\/\S+ \) at (.{1,40})$/i

/** Reads the first line of a scan; undefined for any other line. */
export function readStarted(line: string): Started | undefined {
  const [, written, command = ''] = INITIATED.exec(line) ?? STARTING.exec(line) ?? []
  return written === undefined ? undefined : { command, time: readLocalTime(written) }
}

/** The time as an attribute of the XML. */
export function secondsOf(time: number | undefined): string | undefined {
  return time === undefined ? undefined : String(Math.floor(time / 1000))
}

/** A service as the texts print it: its name, and product, version and further words in one. */
export interface PrintedService {
  readonly name: string
  readonly version: string
  /** Whether the scan asked services for their version; else their names follow from the numbers of ports. */
  readonly asked: boolean
  readonly fingerprint?: string | undefined
}

/** The `<service>` that stands for it. */
export function serviceElement(printed: PrintedService, line: number): XmlElement {
  const encrypted = /^ssl[/|]/.test(printed.name)
  const name = encrypted ? printed.name.slice(4) : printed.name
  const guessed = name.endsWith('?') || !(printed.asked || printed.version !== '' || encrypted)
  const attributes = {
    name: name.replace(/\?$/, ''),
    method: guessed ? 'table' : 'probed',
    tunnel: encrypted ? 'ssl' : undefined,
    servicefp: printed.fingerprint,
    ...productOf(printed.version),
  }
  return element('service', attributes, line)
}

/** `Apache httpd 2.4.58 ((Ubuntu))` in its parts: the version begins with the first word that begins like one. */
function productOf(text: string): Readonly<Record<string, string | undefined>> {
  // A service whose product Nmap does not know: `(PHP 8.1)`.
  if (/^\(.*\)$/s.test(text)) return { extrainfo: text.slice(1, -1) }
  const bracket = text.endsWith(')') ? text.indexOf(' (') : -1
  const before = (bracket < 0 ? text : text.slice(0, bracket)).trim()
  const words = before === '' ? [] : before.split(' ')
  const at = words.findIndex((word) => /^[vV]?\d/.test(word))
  const product = (at < 0 ? words : words.slice(0, at)).join(' ')
  const version = at < 0 ? '' : words.slice(at).join(' ')
  return {
    product: product || undefined,
    version: version || undefined,
    extrainfo: bracket < 0 ? undefined : text.slice(bracket + 2, -1),
  }
}
