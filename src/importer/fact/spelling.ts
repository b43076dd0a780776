// Values with a vocabulary of their own, brought to the one spelling that the columns use.

/** `TLSv1.2` from the spellings of tools (`tls12`, `TLSv1_2`, `TLS 1.2`, `SSLv3`); anything else stays as it is. */
export function readTlsVersion(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const match = /^(tls|ssl)[ v_-]*([123])(?:[._]?([0-3]))?$/i.exec(text.trim())
  if (match === null) return text
  const [, family = '', major = '', minor] = match
  if (family.toLowerCase() === 'ssl') return `SSLv${major}`
  return `TLSv${major}.${minor ?? '0'}`
}

/** A fingerprint of 32 hexadecimal digits in lower case; undefined for anything else. */
export function readHash(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{32}$/i.test(text) ? text.toLowerCase() : undefined
}

/** A SHA-256 of 64 hexadecimal digits in lower case; undefined for anything else. */
export function readSha256(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined
}

/** A serial number in decimal from decimal or hexadecimal text (`0A:1B`, `0x0a1b`); undefined for anything else. */
export function decimalSerial(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 128) return undefined
  if (/^\d+$/.test(text)) return text.replace(/^0+(?=\d)/, '')
  const digits = text.replace(/^0x/i, '').replace(/[:\s]/g, '')
  return /^[0-9a-f]+$/i.test(digits) ? BigInt(`0x${digits}`).toString() : undefined
}

/** The same of text that is hexadecimal without saying so: `0A:1B`, and `10` is 16. */
export function hexadecimalSerial(text: string | undefined): string | undefined {
  return text === undefined ? undefined : decimalSerial(`0x${text}`)
}

/** The number of an autonomous system from `AS13335`, `13335` or a number; undefined for anything else. */
export function readAsNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(text.trim())?.[1]
  const number = digits === undefined ? 0 : Number(digits)
  return number > 0 && number <= 0xffff_ffff ? number : undefined
}

/** A two-letter country code; undefined for names and placeholders. */
export function readCountry(text: string | undefined): string | undefined {
  return text !== undefined && /^[A-Z]{2}$/i.test(text) ? text : undefined
}

/** A JARM fingerprint; the all-zero one means that no TLS was spoken and states nothing. */
export function readJarm(text: string | undefined): string | undefined {
  return text !== undefined && /^[0-9a-f]{62}$/i.test(text) && !/^0+$/.test(text) ? text : undefined
}

/** An icon hash: a signed 32-bit number as text or number. */
export function readIconHash(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^-?\d{1,10}$/.test(text) ? text : undefined
}

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['amqp091', 'amqp'],
  ['postgres', 'postgresql'],
])

/** A protocol name in lower case with dashes; undefined for placeholders. */
export function readProtocol(text: string | undefined): string | undefined {
  const name = text
    ?.trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  if (name === undefined || name === '' || name === 'unknown') return undefined
  return SYNONYMS.get(name) ?? name
}

const OVER_TLS: ReadonlyMap<string, string> = new Map(
  ['http', 'ftp', 'imap', 'pop3', 'smtp', 'telnet', 'ldap', 'irc', 'nntp', 'sip'].map((name) => [
    name,
    `${name}s`,
  ]),
)

/** The name of a protocol that is encrypted from the start: `https` for `http`; most keep their name. */
export function overTls(protocol: string): string {
  return OVER_TLS.get(protocol) ?? protocol
}
