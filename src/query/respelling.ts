// Values with several spellings: a value stored in one spelling is also found by the others.
import type { Field } from '../field/index.ts'

/** Another spelling of a value for a field, in which records store it; undefined where there is none. */
export function respelling(value: string, field: Field): string | undefined {
  const other = RESPELT[field.name]?.(value.trim())
  return other === value ? undefined : other
}

const RESPELT: Readonly<Record<string, (value: string) => string | undefined>> = {
  host: asciiName,
  domain: asciiName,
  cname: asciiName,
  cname_domain: asciiName,
  ptr: asciiName,
  'cert.domain': asciiName,
  'cert.subject.cn': asciiName,
  'tls.version': tlsVersion,
  'cert.sha256': compactHex,
  'cert.key_sha256': compactHex,
  'ssh.fingerprint': hostKeyFingerprint,
  'cert.sn': decimalSerial,
  cpe: formattedCpe,
  icon_hash: signedHash,
  body_hash: signedHash,
  header_hash: signedHash,
  banner_hash: signedHash,
}

// `bücher.example`, as people read international names, also with scheme and port.
function asciiName(value: string): string | undefined {
  const [, scheme = '', name = '', port = ''] =
    /^(https?:\/\/)?([^\0-\x20/?#@:[\]\\%]{1,253})(:\d{1,5})?$/i.exec(value) ?? []
  if (!/[^\0-\x7f]/.test(name)) return undefined
  try {
    return `${scheme.toLowerCase()}${new URL(`http://${name}`).hostname}${port}`
  } catch {
    return undefined
  }
}

// `TLS 1.3`, as the hosted service prints it, and `tls13`, as tools do.
function tlsVersion(value: string): string | undefined {
  const [, family = '', major = '', minor] = /^(tls|ssl)[ v_-]*([123])(?:[._]?([0-3]))?$/i.exec(value) ?? []
  if (family === '') return undefined
  return family.toLowerCase() === 'ssl' ? `SSLv${major}` : `TLSv${major}.${minor ?? '0'}`
}

// `AB:CD:…`, as browsers and openssl print fingerprints.
function compactHex(value: string): string | undefined {
  return /^[0-9a-f]{2}(?:[: ][0-9a-f]{2})+$/i.test(value)
    ? value.replace(/[: ]/g, '').toLowerCase()
    : undefined
}

// `SHA256:…` in base64, as OpenSSH prints fingerprints; `MD5:ab:cd:…`, as it did earlier.
function hostKeyFingerprint(value: string): string | undefined {
  const [, base64 = ''] = /^SHA256:([A-Za-z0-9+/]{43})=?$/i.exec(value) ?? []
  if (base64 === '') return compactHex(value.replace(/^MD5:/i, ''))
  const bytes = Array.from(atob(`${base64}=`), (character) => character.charCodeAt(0))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

// A serial number in hexadecimal; digits alone are decimal.
function decimalSerial(value: string): string | undefined {
  const isHex = /^(?=.*[a-f:x])(?:0x)?[0-9a-f]{1,2}(?::?[0-9a-f]{2}){0,31}$/i.test(value)
  return isHex ? BigInt(`0x${value.replace(/^0x|:/gi, '')}`).toString() : undefined
}

// The URI binding (CPE 2.2) of a name is stored as a formatted string (2.3).
function formattedCpe(value: string): string | undefined {
  return /^cpe:\/[aoh]:/i.test(value) ? value.replace(/^cpe:\//i, 'cpe:2.3:') : undefined
}

// Some tools print the 32 bits of a hash without a sign.
function signedHash(value: string): string | undefined {
  const isUnsigned = /^\d{10}$/.test(value) && Number(value) > 0x7fff_ffff && Number(value) <= 0xffff_ffff
  return isUnsigned ? String(Number(value) | 0) : undefined
}
