// The rules for fields of another language: one row per field, in tables that the documentation shows.
import { fieldNamed, provinceNames } from '../field/index.ts'
import * as read from './value.ts'

/** How a field of another language maps. */
export type Rule =
  /** Tests one of our fields, or any of several. */
  | {
      readonly kind: 'fields'
      readonly fields: readonly string[]
      readonly value?: (text: string) => read.ReadText
      /** The field that a value belongs to, where the other language has one field for several kinds of values. */
      readonly chosen?: (text: string) => string
      /** Compares whole values as the other language does, although our field would match parts. */
      readonly whole?: boolean
      /** The difference, as a sentence; with `when`, only for matching values. */
      readonly changed?: string
      readonly when?: (text: string) => boolean
    }
  /** A CPE name: product and version. */
  | { readonly kind: 'cpe' }
  /** A country by code or name. */
  | { readonly kind: 'country' }
  /** Whether a field of ours has any value: `has_x:true`. */
  | { readonly kind: 'presence'; readonly field: string; readonly changed?: string }
  /** True for every record here, so that leaving it out changes nothing; with the reason as a clause. */
  | { readonly kind: 'always'; readonly reason: string }
  /** Not translated; with the reason as a clause. */
  | { readonly kind: 'lost'; readonly reason: string }

/** The fields of a language: rules by name in lower case. */
export type FieldTable = ReadonlyMap<string, Rule>

/** A table from rows; the names of a row are separated by blanks. */
export function tableOf(rows: readonly (readonly [names: string, rule: Rule])[]): FieldTable {
  return new Map(rows.flatMap(([names, rule]) => names.split(' ').map((name) => [name, rule] as const)))
}

/** Our fields, compared as in the other language. */
export function to(...fields: readonly string[]): Rule & { readonly kind: 'fields' } {
  for (const name of fields) fieldNamed(name)
  return { kind: 'fields', fields }
}

/** A rule with a note on the difference. */
export function changed<R extends Rule & { readonly kind: 'fields' | 'presence' }>(rule: R, text: string): R {
  return { ...rule, changed: text }
}

/** A field without a counterpart, with the reason as a clause. */
export function lost(reason: string): Rule {
  return { kind: 'lost', reason }
}

/** A condition that is true for every record here. */
export function always(reason: string): Rule {
  return { kind: 'always', reason }
}

/** Whether a field of ours has a value. */
export function has(field: string): Rule & { readonly kind: 'presence' } {
  return { kind: 'presence', field }
}

export const COUNTRY: Rule = { kind: 'country' }
export const CPE: Rule = { kind: 'cpe' }
export const AS_NUMBER: Rule = { ...to('as_number'), value: read.asNumber }
export const PROTOCOL: Rule & { readonly kind: 'fields' } = { ...to('protocol'), value: read.protocol }
export const TLS_VERSION: Rule = { ...to('tls.version'), whole: true, value: read.tlsVersion }
export const AFTER: Rule = { ...to('after'), value: read.time }
export const BEFORE: Rule = { ...to('before'), value: read.time }
export const FINGERPRINT: Rule = { ...to('cert.sha256'), value: read.certificateFingerprint }
export const SERIAL: Rule = { ...to('cert.sn'), value: read.serialNumber }

/** One of our fields of times. */
export const timed = (field: string): Rule => ({ ...to(field), value: read.time })

/** One of our yes/no fields. */
export const flag = (field: string): Rule & { readonly kind: 'fields' } => ({
  ...to(field),
  value: read.yesNo,
})

/** A text of ours in lower case that the other language compares as a whole. */
export const whole = (field: string): Rule & { readonly kind: 'fields' } => ({ ...to(field), whole: true })

/** A location in the spelling of its source. */
export const location = (field: string): Rule => ({
  ...changed(to(field), 'names of locations are stored in English here'),
  when: (text) => /[^\x00-\u024f]/.test(text) && (field === 'city' || provinceNames(text).length === 0),
})

/** Values that we store in other words than the source. */
export const worded = (...fields: readonly string[]): Rule =>
  changed(to(...fields), `the two name these differently; look at the values of \`${fields[0]}\``)

/** A hash of an icon: the signed MurmurHash3, or the MD5. */
export const ICON: Rule = {
  ...to('icon_hash', 'icon_md5'),
  chosen: (text) => (/^[0-9a-f]{32}$/i.test(text) ? 'icon_md5' : 'icon_hash'),
}

const OWN_LISTS = 'Periplus judges versions by the lists that are loaded, and never by the product alone'

/** A vulnerability by its CVE; other names of vulnerabilities are not supported. */
export const CVE: Rule = {
  ...changed(to('cve'), OWN_LISTS),
  value: (text) =>
    /^CVE-[0-9*?-]+$/i.test(text) ? { value: text } : { fault: 'Periplus names vulnerabilities by CVE' },
}

/** Whether any vulnerability is known. */
export const HAS_CVE: Rule = changed(has('cve'), OWN_LISTS)

export { yesNo as asYesNo } from './value.ts'
