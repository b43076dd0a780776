// The entries and the header of a result, as the file holds them (schema `ip-tags/1`). The API's description and the types of the
// client and the page are made from these schemas; docs/tagging.md explains the values.
import { type TSchema, Type } from 'typebox'
import { object, orNull, type Shape, text, texts, textsOf } from '../schema/index.ts'

const integer = (description?: string) => Type.Integer(description === undefined ? {} : { description })
const percent = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 100, ...(description !== undefined && { description }) })

/** Unknown, no, or the fact. */
export type Known<Fact> = null | false | Fact
const known = <Fact extends TSchema>(fact: Fact, description: string) =>
  Type.Union([fact, Type.Literal(false), Type.Null()], { description })
const hides = known(Type.Literal(true), 'Whether it hides who calls.')

const Basis = Type.Enum(['override', 'definition', 'published', 'observed', 'curated', 'asn', 'inferred'], {
  description: 'What the tag rests on, strongest first.',
})
/** What a tag rests on, strongest first. */
export type Basis = Shape<typeof Basis>

const Cause = Type.Enum(['no_source', 'expired', 'family_not_covered', 'below_threshold', 'shared_address'])
/** Why a question stays without an answer. */
export type Cause = Shape<typeof Cause>

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

/** The cause of every question without an answer. */
export type Causes = Readonly<Partial<Record<Question, Cause>>>
export const Causes = Type.Unsafe<Causes>(
  Type.Record(Type.String(), Cause, {
    description:
      'The cause of every question that is null (`anonymity.vpn`), and of list hits that were withheld (`activity.lists`).',
  }),
)

/** The source of every question that is answered with no. */
export type RuledOut = Readonly<Partial<Record<Question, string>>>
const RuledOut = Type.Unsafe<RuledOut>(
  Type.Record(Type.String(), Type.String(), {
    description:
      'The source of every question that is false (`anonymity.tor_exit`), by its name in `sources`: a fresh list of all such addresses without this one, or an administrator’s list that forbids the tag.',
  }),
)

const sourceDates = {
  stated_at: orNull(text(), 'What the source says of its own date; null where it says nothing.'),
  retrieved_at: orNull(text(), '`YYYY-MM-DDTHH:MM:SSZ`; null for what is built in.'),
  age_days: orNull(integer(), 'Days since `stated_at`, else since `retrieved_at`.'),
}

const Evidence = object(
  {
    tag: text(),
    source: text('A name in `sources`, or `records` for what was observed.'),
    basis: Basis,
    match: text('The range, address or system (`AS16509`) of the source that matched.'),
    confidence: percent('At the time of the result; tags hold what reaches 50.'),
    last_seen: orNull(text(), '`YYYY-MM-DD`, or null where a source states no date and needs none.'),
    ...sourceDates,
    note: Type.Optional(text('What lowered or explains the row: stale, shared address, lost a conflict, …')),
  },
  { title: 'TagEvidence' },
)
/** Why an address has a tag, or was not given it. */
export type Evidence = Shape<typeof Evidence>

const Conflict = object(
  {
    about: text('`cloud`, `cdn`, `network.as_type`, `geo.country`, or the forbidden tag.'),
    claims: Type.Array(object({ value: text(), source: text(), confidence: percent() })),
    decided: text('The value that holds; `unknown` where none does.'),
    rule: text(),
  },
  { title: 'TagConflict' },
)
/** Two sources that contradict each other, and the rule that decided. */
export type Conflict = Shape<typeof Conflict>

const Scope = Type.Enum(['public', 'private', 'special', 'multicast'])
/** Where on the internet an address may be used. */
export type Scope = Shape<typeof Scope>

const Cloud = object({ provider: text(), region: orNull(text()), service: orNull(text()) })
/** An operator, with region and use where the source says so. */
export type Cloud = Shape<typeof Cloud>

const Honeypot = object({ score: percent(), reasons: texts })
/** Why an address is taken for a honeypot. */
export type Honeypot = Shape<typeof Honeypot>

const KnownGood = object({ kind: Type.Enum(['crawler', 'monitor', 'resolver']), name: text() })
/** A service that operates the address alone and does what it is known for. */
export type KnownGood = Shape<typeof KnownGood>

const NetworkFacts = object({
  asn: orNull(integer()),
  as_organization: orNull(text()),
  range: orNull(text(), 'The announced range, `first-last`.'),
  as_type: orNull(text()),
  breadth: orNull(text(), 'The announced range in words, such as `a /16 of a hosting company`.'),
  abuse_contact: orNull(text(), 'Where to report abuse, by the narrowest network of a loaded registry file.'),
})
/** Whose network an address is in. */
export type NetworkFacts = Shape<typeof NetworkFacts>

const GeoFacts = object({
  country: orNull(text()),
  country_name: orNull(text()),
  province: orNull(text()),
  city: orNull(text()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
})
/** The location of an address. */
export type GeoFacts = Shape<typeof GeoFacts>

const line = Type.Integer({ minimum: 1 })

const Seen = object(
  { tag: text(), first: text('`YYYY-MM-DD`.'), last: text('`YYYY-MM-DD`.') },
  { title: 'TagSeen' },
)
/** Since and until when feeds gave a tag. */
export type Seen = Shape<typeof Seen>

/** One address with everything known of it; all keys are always present. */
export const OkEntry = object(
  {
    line,
    input: text(),
    status: Type.Literal('ok'),
    ip: text('The canonical spelling.'),
    version: Type.Union([Type.Literal(4), Type.Literal(6)]),
    scope: Scope,
    found: Type.Boolean({ description: 'Whether there is a record of the address.' }),
    tags: texts,
    network: NetworkFacts,
    geo: GeoFacts,
    infrastructure: object({
      cloud: known(Cloud, 'Whose cloud it is in.'),
      cdn: known(object({ provider: text() }), 'Whose delivery network it is in.'),
      hosting: known(Type.Literal(true), 'Whether it is in a network of servers.'),
    }),
    anonymity: object({ vpn: hides, proxy: hides, tor_exit: hides, tor_relay: hides }),
    activity: object({
      scanner: known(text(), 'Whose known scanner it is.'),
      honeypot: known(Honeypot, 'Whether it looks like a honeypot, and why.'),
      lists: textsOf('Lists that name it.'),
    }),
    operator: orNull(text(), 'Whose VPN or relay it is, where a source names the operator.'),
    known_good: orNull(KnownGood, 'Which well-known service calls or answers from it; null says nothing.'),
    unknown: Causes,
    ruled_out: RuledOut,
    exposure: object({
      ports: Type.Array(integer()),
      protocols: texts,
      products: texts,
      titles: texts,
      cert_names: texts,
    }),
    names: object({
      ...{ domains: texts, domain_count: integer() },
      hosts: textsOf('Names that have the address, a handful of them.'),
      reverse: textsOf('Names that reverse DNS gives the address, as scans state them.'),
    }),
    seen: object({ first: orNull(text()), last: orNull(text()), records: integer() }),
    evidence: Type.Array(Evidence),
    conflicts: Type.Array(Conflict),
    history: Type.Array(Seen, {
      description:
        'Since and until when feeds gave each tag, held now or not, as far back as their versions are kept.',
    }),
  },
  { title: 'TagEntry' },
)
export type OkEntry = Shape<typeof OkEntry>

const InvalidLine = object(
  {
    line,
    input: text(),
    status: Type.Literal('invalid'),
    reason: text(),
    tags: Type.Array(text(), { maxItems: 0 }),
  },
  { title: 'InvalidLine', description: 'A line that is not an address.' },
)

const DuplicateLine = object(
  {
    line,
    input: text(),
    status: Type.Literal('duplicate'),
    same_as: Type.Integer({ minimum: 1, description: 'The line it repeats.' }),
    ip: text(),
    tags: texts,
  },
  { title: 'DuplicateLine', description: 'A line whose address was on an earlier line.' },
)

/** What one processed line became. */
export const Entry = Type.Union([OkEntry, InvalidLine, DuplicateLine], { title: 'TagLine' })
export type Entry = Shape<typeof Entry>

const Freshness = Type.Enum(['fresh', 'stale', 'expired'])
/** Whether a source still answers with full confidence, with less, or no longer. */
export type Freshness = Shape<typeof Freshness>

/** A source as the header shows it. */
export const SourceRow = object(
  {
    name: text(),
    url: orNull(text()),
    version: orNull(text()),
    ...sourceDates,
    records: integer(),
    sha256: orNull(text()),
    licence: orNull(text()),
    state: Freshness,
  },
  { title: 'TagSource' },
)
export type SourceRow = Shape<typeof SourceRow>

/** The sources of a result by name. */
export const Sources = Type.Record(Type.String(), SourceRow)

const Stats = object({
  lines: integer(),
  ok: integer(),
  invalid: integer(),
  duplicate: integer(),
  tagged: integer('Addresses with at least one tag.'),
  by_tag: Type.Record(Type.String(), Type.Integer(), { description: 'Most frequent first.' }),
})
/** Counts over the entries of a result. */
export type Stats = Shape<typeof Stats>

/** A whole result. */
export const Result = object(
  {
    error: Type.Literal(false),
    schema: Type.Literal('ip-tags/1'),
    task_id: orNull(integer()),
    generated_at: text(),
    stats: Stats,
    sources: Sources,
    results: Type.Array(Entry, {
      description: 'One entry per processed line, in the order of the file.',
    }),
  },
  { title: 'TagResult' },
)
export type Result = Shape<typeof Result>
