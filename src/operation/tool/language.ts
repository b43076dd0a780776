// The language of queries: its fields, and queries of other search engines.
import { CATALOGUE } from '../../field/index.ts'
import { operatorsOfField } from '../../query/index.ts'
import { carry, LANGUAGE_NAMES, TARGET_NAMES } from '../../translate/index.ts'
import { optionalText, optionalWord, verbatim } from '../input/index.ts'
import { type Tool, tool } from './tool.ts'

/** The fields of queries and answers. */
export function describeFields(): Tool {
  return tool({
    name: 'describe_fields',
    scope: 'any',
    title: 'Fields of the query language',
    description:
      'Lists the fields that queries and answers may name, with kind, operators, meaning and an example. Costs nothing.',
    input: { about: optionalText('Only fields whose name or meaning holds this text.') },
    run: ({ about = '' }) => {
      const wanted = about.trim().toLowerCase()
      const fields = CATALOGUE.filter(({ name, help }) =>
        `${name} ${help}`.toLowerCase().includes(wanted),
      ).map((field) => ({
        name: field.name,
        kind: field.kind,
        ...(field.aliases.length > 0 && { aliases: field.aliases }),
        operators: operatorsOfField(field).join(' '),
        meaning: field.help,
        example: field.example,
        ...(field.select !== 'anyone' && { select: field.select }),
      }))
      return { summary: `${fields.length} of ${CATALOGUE.length} fields.`, data: { fields } }
    },
  })
}

/** Queries of other search engines in ours. */
export function translateQuery(): Tool {
  return tool({
    name: 'translate_query',
    scope: 'any',
    title: 'Translate a query',
    description:
      'Turns a query of Shodan, Censys, ZoomEye, Quake, Hunter or Google into the language of this service, or with `to` any of these and ours into the language of FOFA, Shodan, Censys, ZoomEye, Quake or Hunter, with notes about what was lost. Costs nothing.',
    input: {
      query: verbatim('The query in its own language.', 16_384),
      from: optionalWord(LANGUAGE_NAMES, 'Its language; detected unless given.'),
      to: optionalWord(TARGET_NAMES, 'The language wanted; that of this service unless given.'),
    },
    run: ({ query, from, to }) => {
      const found = carry(query, from, to)
      const lost = found.notes.filter(({ kind }) => kind === 'lost').length
      const left =
        found.query === '' ? 'nothing of it could be translated' : `${lost} conditions were left out`
      return { summary: `Read as ${found.from}, written for ${found.to}; ${left}.`, data: { ...found } }
    },
  })
}
