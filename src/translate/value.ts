// Converts values from other spellings to ours: dates with the day first, AS numbers with `AS`.

/** A value of ours, perhaps with equivalent ones, or the reason why there is none, as a clause. */
export type ReadText =
  | { readonly value: string; readonly also?: readonly string[] | undefined }
  | { readonly fault: string }

/** The number of an autonomous system: `AS15169`, `15169`. */
export function asNumber(text: string): ReadText {
  return { value: text.trim().replace(/^asn?\s*/i, '') }
}

/** Days as `26/02/2026` or `2026-02-26`, times in ISO 8601, as our times. */
export function time(text: string): ReadText {
  const trimmed = text.trim()
  const dayFirst = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(trimmed)
  if (dayFirst !== null) {
    const [, day = '', month = '', year = ''] = dayFirst
    return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
  }
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?Z?$/.exec(trimmed)
  return { value: iso === null ? trimmed.replaceAll('/', '-') : `${iso[1]} ${iso[2]}` }
}

/** Protocols in lower case, TLS as part of the name: `HTTP`, `http/ssl`, `ssl/http`, `smtp/ssl`. */
export function protocol(text: string): ReadText {
  const lower = text.trim().toLowerCase()
  const base = lower.replace(/^(ssl|tls)\/|\/(ssl|tls)$/g, '')
  const secure = base !== lower
  if (secure && ['http', 'imap', 'pop3', 'smtp', 'ldap', 'ftp', 'mqtt', 'amqp'].includes(base)) {
    return { value: `${base}s` }
  }
  return { value: base }
}

/** The same where the name of a protocol includes it with and without TLS. */
export function protocolOrSecure(text: string): ReadText {
  const read = protocol(text)
  if ('fault' in read || !['http', 'imap', 'pop3', 'smtp', 'ldap', 'ftp'].includes(read.value)) return read
  return { value: read.value, also: [`${read.value}s`] }
}

/** Versions of TLS: `TLSv1_3`, `tlsv1.3`, `TLS 1.3`. */
export function tlsVersion(text: string): ReadText {
  return {
    value: text
      .trim()
      .replace(
        /^tls\s?v?(\d)[._]?(\d)?$/i,
        (_, major: string, minor = '') => `TLSv${major}${minor === '' ? '' : `.${minor}`}`,
      ),
  }
}

/** Yes and no in the spellings of all. */
export function yesNo(text: string): ReadText {
  const lower = text.trim().toLowerCase()
  if (['true', '1', 'yes', '是'].includes(lower)) return { value: 'true' }
  if (['false', '0', 'no', '否'].includes(lower)) return { value: 'false' }
  return { fault: 'it is neither true nor false' }
}

/** A serial number in decimal, from decimal or, with letters or a `0x`, hexadecimal. */
export function serialNumber(text: string): ReadText {
  const compact = text.trim().replaceAll(':', '').toLowerCase()
  if (/^\d{1,80}$/.test(compact)) return { value: compact }
  const hex = /^(?:0x)?([0-9a-f]{1,64})$/.exec(compact)?.[1]
  return hex === undefined
    ? { fault: 'it is not a valid serial number' }
    : { value: BigInt(`0x${hex}`).toString() }
}

/** A CPE name, 2.2 or 2.3, as records store it: 2.3 without unspecified attributes at the end; undefined for anything else. */
export function spellCpe(text: string): string | undefined {
  const bound = /^cpe:(?:2\.3:|\/)([aoh*]?):(\S+)$/i.exec(text.trim())
  if (bound === null) return undefined
  const attributes = (bound[2] ?? '').split(/(?<!\\):/)
  while (/^[*-]?$/.test(attributes.at(-1) ?? '*') && attributes.length > 0) attributes.pop()
  if (attributes.length < 2) return undefined
  return ['cpe', '2.3', bound[1]?.toLowerCase() || '*', ...attributes.map((value) => value || '*')].join(':')
}

/** A fingerprint of a certificate, if records store that kind. */
export function certificateFingerprint(text: string): ReadText {
  const compact = text.trim().replace(/[: ]/g, '').toLowerCase()
  if (/^[0-9a-f]{64}$/.test(compact)) return { value: compact }
  return { fault: 'Periplus keeps SHA-256 fingerprints of certificates only' }
}
