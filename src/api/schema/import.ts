import { type Static, Type } from 'typebox'
import { credentials } from './credentials.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

/** What an import takes besides its file. */
export const ImportParameters = Type.Object({
  ...credentials,
  name: Type.Optional(
    Type.String({ description: 'Name of the file, for notes and rejects.', default: 'upload' }),
  ),
  format: Type.Optional(
    Type.String({ description: 'Name of the format; found by looking where it is not given.' }),
  ),
  port: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of records whose source names none.' }),
  ),
  fields: Type.Optional(
    Type.String({ description: 'Names of the columns, for sources that do not name them.' }),
  ),
  time: Type.Optional(
    Type.String({ description: 'Time of records without one, UTC, such as `2026-03-01 18:00`.' }),
  ),
  modified: Type.Optional(
    Type.String({
      description:
        'When the file was last changed: the time of records without one where `time` is not given. Default: when it was first sent.',
    }),
  ),
})

/** One import. */
export const ImportJobBody = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the import; other accounts’ numbers do not exist.' }),
    state: Type.Enum(['init', 'running', 'success', 'failure'], {
      description: 'Never goes back; one that a stop of the server interrupted goes on.',
    }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: '100 exactly with success.' }),
    name: Type.String(),
    bytes: count('Length of the file.'),
    inputs: count('Inputs read: the file, or those inside it.'),
    refused_inputs: count('Inputs of no known format; the notes say why.'),
    observations: count('Readings that became records.'),
    added: count('Records that were new.'),
    replaced: count('Records whose content changed.'),
    touched: count('Records that were only seen again.'),
    unchanged: count('Records that stayed as they were.'),
    skipped: count('Passed over that are no services: closed ports, requests, ping answers.'),
    rejects: count('Lines that could not be read; `import/{id}/rejects` has them with the reasons.'),
    formats: Type.Record(
      Type.String(),
      Type.Object({ inputs: count(''), observations: count(''), rejects: count('') }),
      { description: 'The same by format.' },
    ),
    notes: Type.Array(Type.String()),
    created_at: Type.String({ description: '`YYYY-MM-DD HH:MM:SS` in UTC.' }),
    reason: Type.Optional(Type.String({ description: 'Why it failed, with failure.' })),
  },
  { additionalProperties: false },
)

/** What `import/{id}` and a new import answer. */
export const ImportAnswer = Type.Object(
  { error: Type.Literal(false), ...ImportJobBody.properties },
  { title: 'ImportAnswer', additionalProperties: false },
)

/** What the list of imports answers. */
export const ImportsAnswer = Type.Object(
  { error: Type.Literal(false), imports: Type.Array(ImportJobBody) },
  { title: 'ImportsAnswer', additionalProperties: false },
)

/** The body of one import. */
export type ImportBody = Static<typeof ImportJobBody>
