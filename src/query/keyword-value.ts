// Detects hashes of another kind than a field contains, as other engines name the same thing: a comparison would silently find
// nothing.
import type { Field } from '../field/index.ts'
import { shown } from './problem.ts'
import type { ValueProblem } from './typed-value.ts'

/** The kind of a hexadecimal hash, by its number of digits. */
const DIGESTS: Readonly<Record<number, string>> = { 32: 'an MD5', 40: 'a SHA-1', 64: 'a SHA-256' }

/** The kind of the hashes of a field, and their number of digits where they are hexadecimal. */
const HASHES: Readonly<Record<string, { readonly kind: string; readonly digits?: number }>> = {
  icon_hash: { kind: 'MurmurHash3 as a number' },
  body_hash: { kind: 'MurmurHash3 as a number' },
  header_hash: { kind: 'MurmurHash3 as a number' },
  banner_hash: { kind: 'MurmurHash3 as a number' },
  'cert.sha256': { kind: 'SHA-256', digits: 64 },
  'cert.key_sha256': { kind: 'SHA-256', digits: 64 },
  js_md5: { kind: 'MD5', digits: 32 },
  icon_md5: { kind: 'MD5', digits: 32 },
  hassh: { kind: 'MD5', digits: 32 },
  'tls.ja3s': { kind: 'MD5', digits: 32 },
}

/** Why no record can have a value in a keyword field; undefined where one may. */
export function neverHeld(text: string, { name, example }: Field): ValueProblem | undefined {
  const value = text.trim()
  const hash = HASHES[name]
  const digits = /^[0-9a-f]{2}(?:[: ]?[0-9a-f]{2}){15,31}$/i.test(value)
    ? value.replace(/[: ]/g, '').length
    : 0
  const digest = DIGESTS[digits]
  const other = name === 'icon_hash' && digits === 32 ? `, or the field ${shown('icon_md5')}` : ''
  // Digits alone may be a number.
  if (hash === undefined || digest === undefined || digits === hash.digits || /^\d+$/.test(value))
    return undefined
  return {
    found: `${shown(value)} looks like ${digest}, and ${shown(name)} contains ${hash.kind}`,
    expected: `a hash of that kind, such as ${shown(example)}${other}`,
  }
}
