// One address of a result with everything known of it, as docs/tagging.md explains it.

/** Why an address has a tag, or was not given it. */
export interface TagEvidence {
  readonly tag: string
  readonly source: string
  readonly basis: string
  readonly match: string
  readonly confidence: number
  readonly last_seen: string | null
  readonly note?: string
}

/** Two sources that disagree, and what decided. */
export interface TagConflict {
  readonly about: string
  readonly claims: readonly { readonly value: string; readonly source: string; readonly confidence: number }[]
  readonly decided: string
  readonly rule: string
}

/** Causes of open questions, by question. */
export type Unknown = Readonly<Partial<Record<Question, Cause>>>

/** A question whose answer can be unknown. */
export type Question = (typeof QUESTIONS)[number]

/** Why a question is open. */
export type Cause = (typeof CAUSES)[number]

/** The questions, in the order in which they are shown. */
export const QUESTIONS = [
  'anonymity.vpn',
  'anonymity.proxy',
  'anonymity.tor_exit',
  'anonymity.tor_relay',
  'infrastructure.cloud',
  'infrastructure.cdn',
  'infrastructure.hosting',
  'activity.scanner',
  'activity.honeypot',
  'activity.lists',
] as const

/** The causes, in the order in which they are shown. */
export const CAUSES = [
  'no_source',
  'expired',
  'family_not_covered',
  'below_threshold',
  'shared_address',
] as const

/** An address with its evidence. */
export interface OkEntry {
  readonly status: 'ok'
  readonly ip: string
  readonly scope: string
  readonly found: boolean
  readonly tags: readonly string[]
  readonly network: {
    readonly asn: number | null
    readonly as_organization: string | null
    readonly range: string | null
    readonly as_type: string | null
  }
  readonly geo: {
    readonly country: string | null
    readonly country_name: string | null
    readonly province: string | null
    readonly city: string | null
  }
  readonly exposure: { readonly ports: readonly number[]; readonly products: readonly string[] }
  readonly names: { readonly domains: readonly string[]; readonly domain_count: number }
  readonly seen: { readonly first: string | null; readonly last: string | null; readonly records: number }
  /** Why questions have no answer, by question (`anonymity.vpn`). */
  readonly unknown: Unknown
  readonly evidence: readonly TagEvidence[]
  readonly conflicts: readonly TagConflict[]
}

/** An entry of a result. */
export type TagEntry =
  | OkEntry
  | { readonly status: 'invalid'; readonly input: string; readonly reason: string }
  | { readonly status: 'duplicate'; readonly ip: string; readonly same_as: number }

/** Confidence from which on a tag is given. */
export const THRESHOLD = 50
