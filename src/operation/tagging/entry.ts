// The entries of a tagging result for the API's description; docs/tagging.md and the vocabulary say what they mean.
import { type TSchema, Type } from 'typebox'
import { object, orNull, texts } from '../schema.ts'

/** `null` is unknown, `false` a source's no. */
const known = <Kind extends TSchema>(kind: Kind, description: string) =>
  Type.Union([kind, Type.Literal(false), Type.Null()], { description })
const text = Type.String()
const hides = known(Type.Literal(true), 'Whether it hides who calls.')
const percent = Type.Number({ minimum: 0, maximum: 100 })
const freshness = Type.Enum(['fresh', 'stale', 'expired'])

/** Why a question has no answer. */
const Cause = Type.Enum(['no_source', 'expired', 'family_not_covered', 'below_threshold', 'shared_address'])

/** The cause of every question without an answer, by its name in an entry. */
export const Causes = Type.Record(Type.String(), Cause)

const Evidence = object({
  tag: text,
  source: Type.String({ description: 'A name in `sources`, or `records` for what was observed.' }),
  basis: Type.Enum(['override', 'definition', 'published', 'observed', 'curated', 'asn', 'inferred']),
  match: Type.String({ description: 'The range, address or system of the source that matched.' }),
  confidence: Type.Number({ ...percent, description: 'Tags hold what reaches 50.' }),
  last_seen: orNull(text, '`YYYY-MM-DD`.'),
  stated_at: orNull(text, 'What the source says of its own date.'),
  retrieved_at: orNull(text),
  age_days: orNull(Type.Integer(), 'Days since `stated_at`, else since `retrieved_at`.'),
  note: Type.Optional(Type.String({ description: 'What lowered or explains the row.' })),
})

const Conflict = object({
  about: text,
  claims: Type.Array(object({ value: text, source: text, confidence: percent })),
  decided: Type.String({ description: '`unknown` where no claim holds.' }),
  rule: text,
})

/** One address with everything known of it. */
export const TagEntry = Type.Object(
  {
    line: Type.Integer({ minimum: 1 }),
    input: text,
    status: Type.Literal('ok'),
    ip: Type.String({ description: 'The canonical writing.' }),
    version: Type.Union([Type.Literal(4), Type.Literal(6)]),
    scope: Type.Enum(['public', 'private', 'special', 'multicast']),
    found: Type.Boolean({ description: 'Whether there is a record of the address.' }),
    tags: texts,
    network: object({
      asn: orNull(Type.Integer()),
      as_organization: orNull(text),
      range: orNull(text, 'The announced range, `first-last`.'),
      as_type: orNull(text),
    }),
    geo: object({
      country: orNull(text),
      country_name: orNull(text),
      province: orNull(text),
      city: orNull(text),
      latitude: orNull(Type.Number()),
      longitude: orNull(Type.Number()),
    }),
    infrastructure: object({
      cloud: known(
        object({ provider: text, region: orNull(text), service: orNull(text) }),
        'Whose cloud it is in.',
      ),
      cdn: known(object({ provider: text }), 'Whose delivery network it is in.'),
      hosting: known(Type.Literal(true), 'Whether it is in a network of servers.'),
    }),
    anonymity: object({ vpn: hides, proxy: hides, tor_exit: hides, tor_relay: hides }),
    activity: object({
      scanner: known(text, 'Whose known scanner it is.'),
      honeypot: known(
        object({ score: percent, reasons: texts }),
        'Whether it looks like a honeypot, and why.',
      ),
      lists: Type.Array(text, { description: 'Lists it stands on.' }),
    }),
    unknown: Type.Record(Type.String(), Cause, {
      description:
        'The cause of every question that is null (`anonymity.vpn`), and of list hits that were withheld (`activity.lists`).',
    }),
    exposure: object({
      ports: Type.Array(Type.Integer()),
      protocols: texts,
      products: texts,
      titles: texts,
      cert_names: texts,
    }),
    names: object({ domains: texts, domain_count: Type.Integer() }),
    seen: object({ first: orNull(text), last: orNull(text), records: Type.Integer() }),
    evidence: Type.Array(Evidence),
    conflicts: Type.Array(Conflict),
  },
  { title: 'TagEntry', additionalProperties: false },
)

/** A line that is not an address. */
export const InvalidLine = Type.Object(
  {
    line: Type.Integer({ minimum: 1 }),
    input: text,
    status: Type.Literal('invalid'),
    reason: text,
    tags: Type.Array(text, { maxItems: 0 }),
  },
  { title: 'InvalidLine', additionalProperties: false },
)

/** A line whose address stood on an earlier line. */
export const DuplicateLine = Type.Object(
  {
    line: Type.Integer({ minimum: 1 }),
    input: text,
    status: Type.Literal('duplicate'),
    same_as: Type.Integer({ minimum: 1, description: 'The line it repeats.' }),
    ip: text,
    tags: texts,
  },
  { title: 'DuplicateLine', additionalProperties: false },
)

/** A source of a result. */
export const TagSource = object({
  name: text,
  url: orNull(text),
  version: orNull(text),
  retrieved_at: orNull(text, '`YYYY-MM-DDTHH:MM:SSZ`; null for what is built in.'),
  stated_at: orNull(text, 'What the source says of its own date.'),
  age_days: orNull(Type.Integer(), 'Days since `stated_at`, else since `retrieved_at`.'),
  records: Type.Integer(),
  sha256: orNull(text),
  licence: orNull(text),
  state: freshness,
})

/** The sources of a result by name. */
export const TagSources = Type.Record(Type.String(), TagSource)

/** Counts over the entries of a result. */
export const Stats = object({
  lines: Type.Integer(),
  ok: Type.Integer(),
  invalid: Type.Integer(),
  duplicate: Type.Integer(),
  tagged: Type.Integer(),
  by_tag: Type.Record(Type.String(), Type.Integer()),
})

/** The `.json` file of a task. */
export const TagResult = Type.Object(
  {
    error: Type.Literal(false),
    schema: Type.Literal('ip-tags/1'),
    task_id: orNull(Type.Integer()),
    generated_at: text,
    stats: Stats,
    sources: TagSources,
    results: Type.Array(Type.Union([TagEntry, InvalidLine, DuplicateLine]), {
      description: 'One entry per processed line, in the order of the file.',
    }),
  },
  { title: 'TagResult', additionalProperties: false },
)

/** One row of the vocabulary. */
export const VocabularyRow = object({
  namespace: text,
  value: Type.Enum(['none', 'optional', 'needed']),
  example: text,
  category: text,
  implies: texts,
  meaning: text,
  falsePositives: text,
  sources: text,
})
