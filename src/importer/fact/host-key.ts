// Fingerprints of SSH host keys (RFC 4253, 6.6 for the key; RFC 4716, 4 and OpenSSH for its fingerprints), whatever spelling a tool
// has: lower-case hexadecimal digits, 64 of SHA-256 and 32 of MD5.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** What a source says of one host key. */
export interface HostKey {
  /** The public key in base64. */
  readonly key?: string | undefined
  /** Its fingerprints, in hexadecimal digits with or without colons, or as `SHA256:…` in base64. */
  readonly fingerprints?: readonly (string | undefined)[]
}

/** A key of 16 KiB has more bits than any server uses. */
const LONGEST_KEY = 22_000
const MOST = 20

/** The fingerprints of some host keys, each once; undefined where there is none. */
export function hostKeyFingerprints(keys: readonly HostKey[]): readonly string[] | undefined {
  const all = keys
    .slice(0, MOST)
    .flatMap(({ key, fingerprints = [] }) => [
      ...digestsOf(key),
      ...fingerprints.flatMap((text) => readFingerprint(text) ?? []),
    ])
  return all.length === 0 ? undefined : [...new Set(all)]
}

function digestsOf(key: string | undefined): readonly string[] {
  // The key begins with the length of the name of its algorithm.
  const packed = key?.replace(/\s/g, '') ?? ''
  if (packed.length > LONGEST_KEY || !/^AAAA[A-Za-z0-9+/]{20,}={0,2}$/.test(packed)) return []
  const bytes = Buffer.from(packed, 'base64')
  return ['sha256', 'md5'].map((algorithm) => createHash(algorithm).update(bytes).digest('hex'))
}

function readFingerprint(text: string | undefined): string | undefined {
  const [, base64 = ''] = /^SHA-?256:([A-Za-z0-9+/]{43})=?$/i.exec(text ?? '') ?? []
  if (base64 !== '') return Buffer.from(base64, 'base64').toString('hex')
  const digits = (text ?? '').replace(/^(?:MD5|SHA-?256):/i, '').replaceAll(':', '')
  return /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i.test(digits) ? digits.toLowerCase() : undefined
}

/** The keys and fingerprints in the text that `ssh-keygen -l`, `ssh-keyscan` or Nmap prints. */
export function hostKeysIn(text: string): readonly HostKey[] {
  const start = text.slice(0, 1 << 16)
  const prints =
    start.match(/\b(?:[0-9a-f]{2}:){15}[0-9a-f]{2}\b|\b[0-9a-f]{32}\b|\bSHA256:[A-Za-z0-9+/]{43}/gi) ?? []
  const keys = [...start.matchAll(/\b(?:ssh|ecdsa|sk)-[\w@.-]{1,60} (AAAA[A-Za-z0-9+/]{20,22000}={0,2})/g)]
  return [{ fingerprints: prints }, ...keys.map(([, key]) => ({ key }))]
}
