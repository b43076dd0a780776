// An X.509 certificate (RFC 5280), limited to what records contain, read from DER. Every broken or missing part is unknown; only
// data that is not a certificate at all is refused.
import {
  children,
  content,
  type Element,
  readElement,
  readInteger,
  readOid,
  readTime,
  TAG,
  whole,
} from './der.ts'
import { type Extensions, NO_EXTENSIONS, readExtensions } from './extension.ts'
import { type Name, readName } from './name.ts'
import { SIGNATURES } from './oid.ts'
import { type PublicKey, readPublicKey } from './public-key.ts'

/** The content of a certificate. Unknown is `''`, `[]` or undefined. */
export interface Certificate extends Extensions {
  readonly der: Uint8Array
  /** Whether it is complete; of a truncated certificate, what precedes the cut is known. */
  readonly isWhole: boolean
  /** 1 to 3. */
  readonly version: number
  /** Decimal. */
  readonly serial: string
  readonly signature: string
  readonly issuer: Name
  readonly subject: Name
  /** `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly notBefore: string
  readonly notAfter: string
  readonly key: PublicKey | undefined
  /** Whether subject and issuer are equal, byte for byte. */
  readonly isSelfIssued: boolean
}

/** Reads DER or PEM (its first certificate); undefined if there is none. */
export function readCertificate(source: Uint8Array | string): Certificate | undefined {
  const der =
    typeof source === 'string'
      ? decodePem(source)
      : isPem(source)
        ? decodePem(Buffer.from(source).toString('latin1'))
        : source
  const outer = der && readElement(der, 0, der.length, true)
  if (outer?.tag !== TAG.sequence) return undefined
  const [tbs, algorithm] = children(outer)
  if (tbs?.tag !== TAG.sequence) return undefined
  return readParts(outer, children(tbs), algorithm)
}

function isPem(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x2d || (bytes[0] !== 0x30 && Buffer.from(bytes.subarray(0, 4096)).includes('-----BEGIN'))
  )
}

function decodePem(text: string): Uint8Array | undefined {
  const block =
    /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----([\s\S]*?)(?:-----END|$)/.exec(text)?.[1] ?? text
  const base64 = block.replace(/\s+/g, '')
  // Base64 of DER without armour starts with the sequence's tag and a long length.
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) return undefined
  return Buffer.from(base64, 'base64')
}

function readParts(
  outer: Element,
  parts: readonly Element[],
  algorithm: Element | undefined,
): Certificate | undefined {
  const versioned = parts[0]?.tag === 0xa0
  const [serial, inner, issuer, validity, subject, key, ...rest] = versioned ? parts.slice(1) : parts
  if (serial?.tag !== TAG.integer || issuer?.tag !== TAG.sequence) return undefined
  const [notBefore, notAfter] = children(validity)
  if (readTime(notBefore) === '' && children(issuer).length === 0) return undefined
  const extensions = rest.find((element) => element.tag === 0xa3)
  return {
    der: whole(outer),
    isWhole: !outer.isCut,
    version: versioned ? Number(readInteger(children(parts[0])[0]) ?? 0n) + 1 : 1,
    serial: readInteger(serial)?.toString() ?? '',
    signature: algorithmName(algorithm) || algorithmName(inner),
    issuer: readName(issuer),
    subject: readName(subject),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    key: readPublicKey(key),
    isSelfIssued: subject !== undefined && Buffer.compare(content(issuer), content(subject)) === 0,
    ...(extensions === undefined ? NO_EXTENSIONS : readExtensions(extensions)),
  }
}

function algorithmName(element: Element | undefined): string {
  const oid = readOid(children(element)[0])
  return SIGNATURES.get(oid) ?? oid
}
