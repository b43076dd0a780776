// The tables of docs/query-language.md, from the catalogue and the meanings of the operators.
import { CATALOGUE, type Field } from '../field/index.ts'
import { MEANINGS, ORDER_MEANINGS } from './meaning.ts'
import { KIND_NAMES } from './resolve.ts'

const SELECT = { anyone: '', enterprise: 'enterprise', never: 'conditions only' } as const

/** A Markdown table with a row per field, in the order of the catalogue. */
export function fieldTable(): string {
  const head = ['| field | kind | content | example |', '|---|---|---|---|']
  return `${[...head, ...CATALOGUE.map(fieldRow)].join('\n')}\n`
}

/** A Markdown table with a row per kind of field and a column per operator. */
export function operatorTable(): string {
  const operators = ['=', '==', '=~', '*='] as const
  const kinds = Object.entries(MEANINGS).map(([name, meanings]) => {
    const kind = name as Field['kind']
    const cells = [...operators.map((operator) => meanings[operator]), ORDER_MEANINGS[kind]]
    return `| ${[KIND_NAMES[kind], ...cells.map((cell) => cell ?? 'not offered')].map(escapeCell).join(' | ')} |`
  })
  const names = operators.map((operator) => `\`${operator}\``)
  const head = [
    `| kind of field | ${names.join(' | ')} | \`>\` \`>=\` \`<\` \`<=\` |`,
    '|---|---|---|---|---|---|',
  ]
  return `${[...head, ...kinds].join('\n')}\n`
}

function fieldRow(field: Field): string {
  const aliases = field.aliases.map((alias) => `\`${alias}\``)
  const notes = [
    field.many ? 'many values' : '',
    field.operators.length === 0 ? 'results only' : '',
    SELECT[field.select],
    aliases.length === 0 ? '' : `also ${aliases.join(', ')}`,
  ].filter((note) => note !== '')
  const content = field.help + (notes.length === 0 ? '' : ` (${notes.join('; ')})`)
  return `| \`${field.name}\` | ${KIND_NAMES[field.kind]} | ${escapeCell(content)} | \`${escapeCell(field.example)}\` |`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}
