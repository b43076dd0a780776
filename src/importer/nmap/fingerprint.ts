// What services answered to Nmap's probes, out of the `servicefp` attribute: the raw bytes, which Nmap keeps only where it was not
// sure of the service. Layout: nmap service_scan.cc (addServiceChar, addToServiceFingerprint).
import { Buffer } from 'node:buffer'

/** One probe's answer. */
export interface ProbeAnswer {
  /** Nmap's name of the probe: `NULL` for what came unasked, `GetRequest` for `GET / HTTP/1.0`. */
  readonly probe: string
  readonly bytes: Uint8Array
  /** Bytes received in all; more than `bytes` holds where Nmap cut the answer. */
  readonly length: number
}

const SIMPLE: Readonly<Record<string, number>> = { r: 13, n: 10, t: 9, '0': 0 }

/** The bytes of an escaped answer: `\xNN`, `\r`, `\n`, `\t`, `\0`, and any other character after a backslash for itself. */
function unescaped(text: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    const next = text[at + 1]
    if (character !== '\\' || next === undefined) bytes.push(character.charCodeAt(0) & 255)
    else if (next === 'x' && /^[0-9a-f]{2}$/i.test(text.slice(at + 2, at + 4))) {
      bytes.push(Number.parseInt(text.slice(at + 2, at + 4), 16))
      at += 3
    } else {
      bytes.push(SIMPLE[next] ?? next.charCodeAt(0) & 255)
      at++
    }
  }
  return Buffer.from(bytes)
}

/** The answers of a fingerprint, in its order. */
export function readFingerprint(text: string): readonly ProbeAnswer[] {
  // In normal output long fingerprints are wrapped; tools that copy them keep the marks.
  const whole = text.replaceAll('\nSF:', '')
  const answers: ProbeAnswer[] = []
  for (const match of whole.matchAll(/%r\((\w+),([0-9A-F]+),"([^"\\]*(?:\\[\s\S][^"\\]*)*)"\)/g)) {
    const [, probe = '', length = '', escaped = ''] = match
    answers.push({ probe, bytes: unescaped(escaped), length: Number.parseInt(length, 16) })
  }
  return answers
}
