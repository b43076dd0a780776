// The responses of the aggregating use cases: schemas and the types derived from them. Every time is a text in UTC.
import { CONTENT_PARTS } from '../../asset/index.ts'
import { Type } from 'typebox'
import { count, type Members, object, type Shape, text, texts, textsOf } from '../../schema/index.ts'

const region = {
  value: text(),
  count: count('Matches that hold it.'),
  label: Type.Optional(text('What the value stands for, where it is a code.')),
  condition: text('The condition that keeps exactly the records counted here.'),
}
const FacetValue = object(
  {
    ...region,
    regions: Type.Optional(
      Type.Array(object(region), { description: 'Regions of a country, when they were asked for.' }),
    ),
  },
  { title: 'FacetValue' },
)
const FacetSummary = object(
  {
    field: text(),
    distinct: count('Number of different values, unknown aside.'),
    values: Type.Array(FacetValue, { description: 'The most frequent, by count and then by value.' }),
  },
  { title: 'FacetSummary' },
)

/** What all matches have in common, and how many there are. */
export const facetsMembers = {
  total: count('Number of all matches.'),
  addresses: count('Number of different addresses.'),
  facets: Type.Array(FacetSummary),
}

/** How often the values of two fields occur together. */
export const crossMembers = {
  total: count('Number of all matches.'),
  rows: Type.Array(FacetValue, { description: 'The most frequent values of the first field.' }),
  columns: Type.Array(FacetValue, { description: 'The most frequent values of the second field.' }),
  counts: Type.Array(Type.Array(Type.Integer()), {
    description: 'Matches with both values: a list for each row, with a number for each column.',
  }),
}

/** How many of the matches show the same page. */
export const lookAlikesMembers = {
  pages: Type.Array(
    object({
      title: text(),
      hash: text('The `body_fuzzy_hash`, or the `body_hash` of records without one.'),
      count: count('Matches with this title and hash.'),
    }),
  ),
}

const TimelineStep = Type.Enum(['hour', 'day', 'week', 'month', 'year'])
const TimelineBucket = object(
  {
    from: text('ISO 8601.'),
    to: text('Excluded.'),
    count: count('Matches last seen between both.'),
  },
  { title: 'TimelineBucket' },
)

/** When the matches were last seen: buckets without a gap, oldest first, each `every` steps long. */
export const timelineMembers = {
  step: TimelineStep,
  every: Type.Integer({ minimum: 1 }),
  buckets: Type.Array(TimelineBucket),
  newest: Type.Optional(
    text(
      'The day at which the newest match was last seen, or its hour where the time line is short; ISO 8601.',
    ),
  ),
}

/** Values that start with the entered text. */
export const valuesMembers = {
  values: Type.Array(object({ value: text(), count: count('Records that hold it.') })),
  complete: Type.Boolean({ description: 'Whether all records were searched, or only the newest.' }),
}

const certificate = {
  serial: text(),
  subject: text(),
  subject_org: text(),
  issuer: text(),
  issuer_org: text(),
  not_before: text(),
  not_after: text(),
  validity: Type.Enum(['valid', 'expired', 'not yet', 'unknown'], {
    description: 'Its current validity; unknown when it states no dates.',
  }),
  self_signed: Type.Union([Type.Boolean(), Type.Null()]),
}
const HostCertificate = object(
  {
    ...certificate,
    names: texts,
    hosts: textsOf('The services that showed it, as `host` spells them.'),
  },
  { title: 'HostCertificate' },
)
const HostProduct = object({ name: text(), version: text(), category: text() })
const HostChange = object({
  time: text(),
  changed: Type.Array(Type.Enum(['title', 'header', 'body', 'banner', 'cert']), {
    description: 'The parts that differ from the content before; none for the first.',
  }),
})
const HostPart = object({ part: Type.Enum([...CONTENT_PARTS]), time: text() })
const HostService = object(
  {
    host: text(),
    link: text(),
    ip: text(),
    port: Type.Integer(),
    protocol: text(),
    base_protocol: text(),
    type: text(),
    title: text(),
    server: text(),
    status_code: Type.Union([Type.Integer(), Type.Null()]),
    products: Type.Array(HostProduct),
    tags: texts,
    findings: object({
      severities: textsOf('Severities of its findings, worst first.'),
      identifiers: textsOf('Identifiers of the worst findings; the field `findings` has all of them.'),
    }),
    screenshot: text('SHA-256 of its screenshot, by which it is fetched; empty where there is none.'),
    screenshot_hash: text('Perceptual hash of the screenshot.'),
    firstseen: text(),
    lastupdatetime: text(),
    certificate: Type.Union([object(certificate, { title: 'Certificate' }), Type.Null()]),
    history: Type.Array(HostChange, { description: 'Oldest first.' }),
    parts: Type.Array(HostPart, {
      description:
        'When each part of the content was last seen as it is shown, latest first; none for records of an earlier version.',
    }),
  },
  { title: 'HostService' },
)
const HostPlace = object({
  country: text(),
  country_name: text(),
  province: text(),
  city: text(),
  latitude: Type.Union([Type.Number(), Type.Null()]),
  longitude: Type.Union([Type.Number(), Type.Null()]),
})
const HostNetwork = object({
  as_number: Type.Union([Type.Integer(), Type.Null()]),
  as_organization: text(),
  isp: text(),
  cloud_name: text(),
})

/** A summary of all records of an address, or of a name and the names below it. */
export const hostMembers = {
  name: text('Canonical spelling.'),
  kind: Type.Enum(['address', 'name']),
  total: count('Number of records; `services` contains the newest of them.'),
  cut: Type.Boolean({ description: 'Whether there are more records, or more of a list, than shown.' }),
  addresses: texts,
  names: textsOf('Names by which services were reached.'),
  domains: textsOf('Registrable domains.'),
  operating_systems: texts,
  place: Type.Union([HostPlace, Type.Null()]),
  network: Type.Union([HostNetwork, Type.Null()]),
  firstseen: text(),
  lastupdatetime: text(),
  services: Type.Array(HostService, { description: 'Newest first.' }),
  certificates: Type.Array(HostCertificate),
}

/** Long fields of one record, by name. */
export const recordMembers = {
  host: text(),
  ip: text(),
  base_protocol: text(),
  lastupdatetime: text(),
  fields: Type.Record(Type.String(), Type.String()),
  body_full_length: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Length in bytes of the whole body, when only its start is stored.',
  }),
}

/** One value of a field among the matches. */
export type FacetValue = Shape<typeof FacetValue>
/** The most frequent values of one field. */
export type FacetSummary = Shape<typeof FacetSummary>
/** What all matches have in common. */
export type FacetsAnswer = Members<typeof facetsMembers>
/** How often the values of two fields occur together. */
export type CrossAnswer = Members<typeof crossMembers>
/** How many of the matches show the same page. */
export type LookAlikesAnswer = Members<typeof lookAlikesMembers>
/** The unit of the buckets of a time line. */
export type TimelineStep = Shape<typeof TimelineStep>
/** Matches last seen in a period. */
export type TimelineBucket = Shape<typeof TimelineBucket>
/** When the matches were last seen. */
export type TimelineAnswer = Members<typeof timelineMembers>
/** Values that start with the entered text. */
export type ValuesAnswer = Members<typeof valuesMembers>
/** A product found at a service. */
export type HostProduct = Shape<typeof HostProduct>
/** What identifies a certificate, and whether it is valid. */
export type HostCertificate = Shape<typeof HostCertificate>
/** The current validity of a certificate. */
export type Validity = HostCertificate['validity']
/** Since when a content was seen, and which parts differ from the content before. */
export type HostChange = Shape<typeof HostChange>
/** The parts of a record whose changes are stored. */
export type ContentPart = HostChange['changed'][number]
/** One record of a host. */
export type HostService = Shape<typeof HostService>
/** The location of an address. */
export type HostPlace = Shape<typeof HostPlace>
/** The network of an address. */
export type HostNetwork = Shape<typeof HostNetwork>
/** A summary of all records of a host. */
export type HostAnswer = Members<typeof hostMembers>
/** Long fields of one record. */
export type RecordAnswer = Members<typeof recordMembers>
