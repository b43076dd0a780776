// The public key of a certificate: its algorithm and strength.
import { createHash } from 'node:crypto'
import { children, content, type Element, readElement, readOid, TAG, whole } from './der.ts'
import { CURVES, KEYS } from './oid.ts'

/** Algorithm, size in bits if known, and curve if any. */
export interface PublicKey {
  readonly algorithm: string
  readonly bits: number | undefined
  readonly curve: string
  /** SHA-256 of the whole SubjectPublicKeyInfo in lower-case hexadecimal digits; `''` if it was cut. */
  readonly sha256: string
}

/** Reads a SubjectPublicKeyInfo. */
export function readPublicKey(element: Element | undefined): PublicKey | undefined {
  const [algorithm, key] = children(element)
  const [type, parameters] = children(algorithm)
  const oid = readOid(type)
  if (oid === '') return undefined
  const name = KEYS.get(oid) ?? oid
  const sha256 = element === undefined || element.isCut ? '' : digest(whole(element))
  if (name === 'ECDSA') {
    const curveOid = readOid(parameters)
    const [curve, bits] = CURVES.get(curveOid) ?? [curveOid, undefined]
    return { algorithm: name, bits, curve, sha256 }
  }
  const modulus = name.startsWith('RSA')
    ? firstInteger(key)
    : name === 'DSA'
      ? children(parameters)[0]
      : undefined
  return { algorithm: name, bits: modulus && bitLength(content(modulus)), curve: '', sha256 }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function firstInteger(key: Element | undefined): Element | undefined {
  if (key?.tag !== TAG.bitString) return undefined
  // A bit string starts with the number of unused bits.
  return children(readElement(key.bytes, key.start + 1, key.end))[0]
}

function bitLength(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0)
  if (first < 0) return 0
  return (bytes.length - first) * 8 - Math.clz32(bytes[first] ?? 0) + 24
}
