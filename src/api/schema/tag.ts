import { type Static, Type } from 'typebox'
import { TagEntry, TagSources, VocabularyRow } from './tag-entry.ts'

/** What a submission answers. */
export const SubmitAnswer = Type.Object(
  {
    error: Type.Literal(false),
    task_id: Type.Integer({ minimum: 1, description: 'Number of the created task.' }),
  },
  { title: 'SubmitAnswer', additionalProperties: false },
)

/** How far a task is. */
export const TaggingInfoAnswer = Type.Object(
  {
    error: Type.Literal(false),
    state: Type.Union(
      [Type.Literal('init'), Type.Literal('running'), Type.Literal('success'), Type.Literal('failure')],
      { description: 'Goes from `init` over `running` to `success` or `failure`, and never back.' },
    ),
    progress: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Never falls; 100 exactly with `success`.',
    }),
    download_url: Type.Optional(
      Type.String({
        description:
          'Where the result is, with `success` only. Needs no credentials: whoever has the address has the result, until it expires. `&format=` chooses json, ndjson, csv or txt.',
      }),
    ),
    reason: Type.Optional(Type.String({ description: 'Why the task failed; its lines were given back.' })),
    message: Type.Optional(
      Type.String({
        description: 'What an unfinished task waits for, as the sources of tags after a start.',
      }),
    ),
  },
  { title: 'TaggingInfoAnswer', additionalProperties: false },
)

/** The body of `ip_tags/info`. */
export type TaggingInfoBody = Static<typeof TaggingInfoAnswer>

/** One address with everything known of it. */
export const LookUpAnswer = Type.Object(
  {
    error: Type.Literal(false),
    entry: TagEntry,
    sources: TagSources,
  },
  { title: 'LookUpAnswer', additionalProperties: false },
)

const text = (description: string) => Type.String({ description })

/** The tags there are. */
export const VocabularyAnswer = Type.Object(
  {
    error: Type.Literal(false),
    vocabulary: Type.Array(VocabularyRow, { description: 'One row per namespace of tags.' }),
  },
  { title: 'VocabularyAnswer', additionalProperties: false },
)

const nullable = <Kind extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(
  kind: Kind,
) => Type.Union([kind, Type.Null()])

const FeedVersionRow = Type.Object(
  {
    id: text('Name of the version, for pinning.'),
    sha256: Type.String(),
    bytes: Type.Integer(),
    retrieved_at: text('`YYYY-MM-DDTHH:MM:SSZ`.'),
    stated_at: nullable(text('Date the feed itself states.')),
    version: nullable(text('What the feed calls its version.')),
    licence: nullable(Type.String()),
    format: text('The reader that read it.'),
    records: Type.Integer(),
    bad: Type.Integer({ description: 'Lines that could not be read.' }),
    reasons: Type.Array(Type.String()),
  },
  { additionalProperties: false },
)

/** A feed as administrators see it. */
export const FeedAnswerRow = Type.Object(
  {
    name: Type.String(),
    kind: Type.String(),
    url: nullable(text('Where updates come from; null for uploaded feeds.')),
    tags: Type.Array(Type.String()),
    override: Type.Boolean(),
    state: Type.Union([Type.Literal('fresh'), Type.Literal('stale'), Type.Literal('expired')]),
    pinned: nullable(text('Version that stays in use.')),
    checked_at: Type.String(),
    failure: nullable(text('Why the last update brought nothing; the version before it is in use.')),
    active: FeedVersionRow,
    versions: Type.Array(FeedVersionRow),
  },
  { title: 'Feed', additionalProperties: false },
)

/** All feeds. */
export const FeedsAnswer = Type.Object(
  { error: Type.Literal(false), feeds: Type.Array(FeedAnswerRow) },
  { title: 'FeedsAnswer', additionalProperties: false },
)

/** One feed. */
export const FeedAnswer = Type.Object(
  { error: Type.Literal(false), feed: FeedAnswerRow },
  { title: 'FeedAnswer', additionalProperties: false },
)

/** The bodies of feeds. */
export type FeedBody = Static<typeof FeedAnswerRow>
