// The entries and the header of a result, as the file holds them (schema `ip-tags/1`).

/** What a tag rests on, strongest first. */
export type Basis = 'override' | 'definition' | 'published' | 'observed' | 'curated' | 'asn' | 'inferred'

/** Why an address has a tag, or was not given it. */
export interface Evidence {
  readonly tag: string
  /** A name in the header's `sources`, or `records` for what was observed. */
  readonly source: string
  readonly basis: Basis
  /** The range, address or system (`AS16509`) of the source that matched. */
  readonly match: string
  /** 0–100 at the time of the result; tags hold what reaches 50. */
  readonly confidence: number
  /** `YYYY-MM-DD`, or null where a source states no date and needs none. */
  readonly last_seen: string | null
  /** The dates and the age of the source, as in the header's `sources`; of our own records the age is that of the record. */
  readonly stated_at: string | null
  readonly retrieved_at: string | null
  readonly age_days: number | null
  /** What lowered or explains the row: stale, shared address, lost a conflict, forbidden here, embedded address. */
  readonly note?: string
}

/** Two sources that say different things of one matter, and the rule that decided. */
export interface Conflict {
  /** What it is about: `cloud`, `cdn`, `network.as_type`, `geo.country`, or the forbidden tag. */
  readonly about: string
  readonly claims: readonly { readonly value: string; readonly source: string; readonly confidence: number }[]
  /** The value that holds; `unknown` where none does. */
  readonly decided: string
  readonly rule: string
}

/** Where on the internet an address may be used. */
export type Scope = 'public' | 'private' | 'special' | 'multicast'

/** An operator, with place and use where the source says so. */
export interface Cloud {
  readonly provider: string
  readonly region: string | null
  readonly service: string | null
}

/** Why a question stays without an answer. */
export type Cause = 'no_source' | 'expired' | 'family_not_covered' | 'below_threshold' | 'shared_address'

/** The questions of an entry that have three answers: yes, no and unknown (and the lists, of which a hit may be withheld). */
export type Question =
  | 'infrastructure.cloud'
  | 'infrastructure.cdn'
  | 'infrastructure.hosting'
  | 'anonymity.vpn'
  | 'anonymity.proxy'
  | 'anonymity.tor_exit'
  | 'anonymity.tor_relay'
  | 'activity.scanner'
  | 'activity.honeypot'
  | 'activity.lists'

/** Causes by question. */
export type Causes = Readonly<Partial<Record<Question, Cause>>>

/** Unknown, no, or the fact. */
export type Known<Fact> = null | false | Fact

/** Why an address is taken for a honeypot; the score runs from 0 to 100. */
export interface Honeypot {
  readonly score: number
  readonly reasons: readonly string[]
}

/** Whose network an address is in. */
export interface NetworkFacts {
  readonly asn: number | null
  readonly as_organization: string | null
  readonly range: string | null
  readonly as_type: string | null
}

/** Where an address is. */
export interface GeoFacts {
  readonly country: string | null
  readonly country_name: string | null
  readonly province: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** One address with everything known of it; all keys are always present. */
export interface OkEntry {
  readonly line: number
  readonly input: string
  readonly status: 'ok'
  readonly ip: string
  readonly version: 4 | 6
  readonly scope: Scope
  /** Whether we hold a record of the address. */
  readonly found: boolean
  readonly tags: readonly string[]
  readonly network: NetworkFacts
  readonly geo: GeoFacts
  readonly infrastructure: {
    readonly cloud: Known<Cloud>
    readonly cdn: Known<{ readonly provider: string }>
    readonly hosting: Known<true>
  }
  readonly anonymity: {
    readonly vpn: Known<true>
    readonly proxy: Known<true>
    readonly tor_exit: Known<true>
    readonly tor_relay: Known<true>
  }
  readonly activity: {
    readonly scanner: Known<string>
    readonly honeypot: Known<Honeypot>
    readonly lists: readonly string[]
  }
  /** The cause of every question that is null, and of list hits that were withheld. */
  readonly unknown: Causes
  readonly exposure: {
    readonly ports: readonly number[]
    readonly protocols: readonly string[]
    readonly products: readonly string[]
    readonly titles: readonly string[]
    readonly cert_names: readonly string[]
  }
  readonly names: { readonly domains: readonly string[]; readonly domain_count: number }
  readonly seen: { readonly first: string | null; readonly last: string | null; readonly records: number }
  readonly evidence: readonly Evidence[]
  readonly conflicts: readonly Conflict[]
}

/** A line that is no address. */
export interface InvalidEntry {
  readonly line: number
  readonly input: string
  readonly status: 'invalid'
  readonly reason: string
  readonly tags: readonly []
}

/** A line whose address stood on an earlier line. */
export interface DuplicateEntry {
  readonly line: number
  readonly input: string
  readonly status: 'duplicate'
  readonly same_as: number
  readonly ip: string
  readonly tags: readonly string[]
}

/** What one processed line became. */
export type Entry = OkEntry | InvalidEntry | DuplicateEntry

/** Counts over the entries; `tagged` are ok entries with at least one tag, `by_tag` counts ok entries, most frequent first. */
export interface Stats {
  readonly lines: number
  readonly ok: number
  readonly invalid: number
  readonly duplicate: number
  readonly tagged: number
  readonly by_tag: Readonly<Record<string, number>>
}

/** Whether a source still answers with full confidence, with less, or no longer. */
export type Freshness = 'fresh' | 'stale' | 'expired'

/** A source as the header shows it. */
export interface SourceRow {
  readonly name: string
  readonly url: string | null
  readonly version: string | null
  /** `YYYY-MM-DDTHH:MM:SSZ`, or null for what is built in. */
  readonly retrieved_at: string | null
  /** What the source says of its own date, as `YYYY-MM-DDTHH:MM:SSZ`; null where it says nothing. */
  readonly stated_at: string | null
  /** Whole days since the source's own date, else since its retrieval. */
  readonly age_days: number | null
  readonly records: number
  readonly sha256: string | null
  readonly licence: string | null
  readonly state: Freshness
}

/** A whole result. */
export interface Result {
  readonly error: false
  readonly schema: 'ip-tags/1'
  readonly task_id: number | null
  readonly generated_at: string
  readonly stats: Stats
  readonly sources: Readonly<Record<string, SourceRow>>
  readonly results: readonly Entry[]
}
