import { type Static, Type } from 'typebox'
import { EXPORT_FIELDS, EXPORT_FORMATS } from '../param/export.ts'
import { credentials } from './credentials.ts'
import { FIELDS_MEANING, SearchParameters } from './search.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

const { qbase64, full } = SearchParameters.properties

/** What an export takes. */
export const ExportParameters = Type.Object({
  ...credentials,
  qbase64,
  fields: Type.Optional(Type.String({ default: EXPORT_FIELDS.join(','), description: FIELDS_MEANING })),
  full,
  format: Type.Optional(
    Type.Enum([...EXPORT_FORMATS], { default: 'ndjson', description: 'Format of the file.' }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether a CSV file begins with a byte order mark, as some spreadsheets want it.',
    }),
  ),
})

/** The id at the end of an address. */
export const JobAddress = Type.Object({
  id: Type.String({ description: 'The id that the call gave out that began it.' }),
})

/** One export. */
export const ExportJobBody = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the export; other accounts’ numbers do not exist.' }),
    state: Type.Enum(['init', 'running', 'success', 'failure'], {
      description: 'Never goes back; one that a stop of the server interrupted goes on.',
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: '100 exactly with success.' }),
    query: Type.String(),
    format: Type.Enum([...EXPORT_FORMATS]),
    fields: Type.Array(Type.String()),
    full: Type.Boolean(),
    total: count('Matches when it was asked for.'),
    rows: count('Rows in the file, with success.'),
    bytes: count('Length of the file, with success.'),
    cost: count(
      'Coins: one price for each started 10000 rows. Held back until success, given back by a failure.',
    ),
    created_at: Type.String({ description: '`YYYY-MM-DD HH:MM:SS` in UTC.' }),
    download_url: Type.Optional(
      Type.String({
        description:
          'Address of the file, with success until it expires. Needs no credentials; takes `Range`, so that a broken download goes on.',
      }),
    ),
    expires_at: Type.Optional(Type.String({ description: 'When the address stops to work, UTC.' })),
    reason: Type.Optional(Type.String({ description: 'Why it failed, with failure.' })),
  },
  { additionalProperties: false },
)

/** What `export/{id}` and a new export answer. */
export const ExportAnswer = Type.Object(
  { error: Type.Literal(false), ...ExportJobBody.properties },
  { title: 'ExportAnswer', additionalProperties: false },
)

/** What the list of exports answers. */
export const ExportsAnswer = Type.Object(
  { error: Type.Literal(false), exports: Type.Array(ExportJobBody) },
  { title: 'ExportsAnswer', additionalProperties: false },
)

/** The body of one export. */
export type ExportBody = Static<typeof ExportJobBody>
