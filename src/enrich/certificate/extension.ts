// The extensions of a certificate that records contain (RFC 5280 §4.2).
import { printAddress } from '../../util/index.ts'
import { children, content, type Element, readElement, readInteger, readOid, readString, TAG } from './der.ts'
import { EXTENDED_USAGES, KEY_USAGES } from './oid.ts'

/** The content of the extensions. */
export interface Extensions {
  /** Whether there is a subject alternative name; then the common name does not count. */
  readonly hasAlternativeNames: boolean
  readonly dnsNames: readonly string[]
  /** Canonical texts. */
  readonly addresses: readonly string[]
  readonly emails: readonly string[]
  readonly uris: readonly string[]
  readonly isAuthority: boolean | undefined
  readonly pathLength: number | undefined
  readonly keyUsages: readonly string[]
  readonly extendedUsages: readonly string[]
  /** Upper-case hexadecimal pairs with colons. */
  readonly authorityKey: string
  readonly subjectKey: string
  readonly crlUrls: readonly string[]
  readonly ocspUrls: readonly string[]
  readonly issuerUrls: readonly string[]
}

/** A certificate without extensions. */
export const NO_EXTENSIONS: Extensions = {
  hasAlternativeNames: false,
  dnsNames: [],
  addresses: [],
  emails: [],
  uris: [],
  isAuthority: undefined,
  pathLength: undefined,
  keyUsages: [],
  extendedUsages: [],
  authorityKey: '',
  subjectKey: '',
  crlUrls: [],
  ocspUrls: [],
  issuerUrls: [],
}

type ReadValue = (value: Element) => Partial<Extensions>

const READERS: ReadonlyMap<string, ReadValue> = new Map<string, ReadValue>([
  ['2.5.29.17', readAlternativeNames],
  ['2.5.29.19', readBasicConstraints],
  ['2.5.29.15', (value) => ({ keyUsages: readKeyUsages(value) })],
  ['2.5.29.37', (value) => ({ extendedUsages: children(value).map((usage) => usageName(readOid(usage))) })],
  ['2.5.29.35', (value) => ({ authorityKey: hexOf(children(value).find((part) => part.tag === 0x80)) })],
  ['2.5.29.14', (value) => ({ subjectKey: hexOf(value) })],
  ['2.5.29.31', (value) => ({ crlUrls: urlsWithin(value, 0) })],
  ['1.3.6.1.5.5.7.1.1', readAccess],
])

/** Reads the `[3]` element with the list of extensions. */
export function readExtensions(element: Element): Extensions {
  let result = NO_EXTENSIONS
  for (const extension of children(children(element)[0])) {
    const parts = children(extension)
    const read = READERS.get(readOid(parts[0]))
    const wrapped = parts.at(-1)
    const value =
      wrapped?.tag === TAG.octetString ? readElement(wrapped.bytes, wrapped.start, wrapped.end) : undefined
    if (read !== undefined && value !== undefined) result = { ...result, ...read(value) }
  }
  return result
}

function readAlternativeNames(value: Element): Partial<Extensions> {
  const names = children(value)
  const texts = (tag: number) => names.filter((name) => name.tag === tag).map(readString)
  const addresses = names.filter((name) => name.tag === 0x87).map((name) => addressText(content(name)))
  return {
    hasAlternativeNames: true,
    emails: texts(0x81),
    dnsNames: texts(0x82),
    uris: texts(0x86),
    addresses: addresses.filter((address) => address !== ''),
  }
}

function addressText(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  if (bytes.length !== 16) return ''
  const value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  return printAddress({ version: value >> 32n === 0xffffn ? 4 : 6, value })
}

function readBasicConstraints(value: Element): Partial<Extensions> {
  const parts = children(value)
  const flag = parts.find((part) => part.tag === TAG.boolean)
  const length = readInteger(parts.find((part) => part.tag === TAG.integer))
  return {
    isAuthority: flag !== undefined && content(flag)[0] !== 0,
    pathLength: length === undefined ? undefined : Number(length),
  }
}

function readKeyUsages(value: Element): readonly string[] {
  const bits = content(value).subarray(1)
  return KEY_USAGES.filter((_, index) => ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0)
}

function usageName(oid: string): string {
  return EXTENDED_USAGES.get(oid) ?? oid
}

function hexOf(element: Element | undefined): string {
  if (element === undefined) return ''
  const hex = Buffer.from(content(element)).toString('hex').toUpperCase()
  return hex.match(/../g)?.join(':') ?? ''
}

/** All addresses (`[6]`) inside; distribution points nest four levels deep. */
function urlsWithin(element: Element, depth: number): readonly string[] {
  if (element.tag === 0x86) return [readString(element)]
  if (depth > 5 || (element.tag & 0x20) === 0) return []
  return children(element).flatMap((child) => urlsWithin(child, depth + 1))
}

function readAccess(value: Element): Partial<Extensions> {
  const entries = children(value).map(children)
  const urls = (method: string) =>
    entries.flatMap(([type, place]) =>
      readOid(type) === method && place?.tag === 0x86 ? [readString(place)] : [],
    )
  return { ocspUrls: urls('1.3.6.1.5.5.7.48.1'), issuerUrls: urls('1.3.6.1.5.5.7.48.2') }
}
