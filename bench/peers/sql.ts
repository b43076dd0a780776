// Conditions as SQL, for the engines that speak it.
import type { Condition } from './classes.ts'
import { PAGE, type Question } from './peer.ts'

/** What differs between them. */
export interface Dialect {
  readonly contains: (column: string, text: string) => string
  readonly matches: (column: string, expression: string) => string
  readonly network: (condition: Extract<Condition, { kind: 'network' }>) => string
  readonly isNot: string
}

/** A text as a literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A text as a pattern of LIKE that finds it anywhere. */
export const anywhere = (text: string): string => literal(`%${text.replace(/[\\%_]/g, '\\$&')}%`)

/** The page and the count of a question. */
export function statementsOf(question: Question, dialect: Dialect): readonly [page: string, count: string] {
  const where = [
    `seen >= ${question.since}`,
    `as_number ${dialect.isNot} ${question.unlike}`,
    printed(question.condition, dialect),
  ].join(' and ')
  const page = `select host, title, ip, port, country from records where ${where} order by seen desc, host limit ${PAGE}`
  return [page, `select count(*) as n from records where ${where}`]
}

function printed(condition: Condition, dialect: Dialect): string {
  switch (condition.kind) {
    case 'equals': {
      const { column, value } = condition
      return `${column} = ${typeof value === 'number' ? value : literal(value)}`
    }
    case 'contains':
      return dialect.contains(condition.column, condition.text)
    case 'matches':
      return dialect.matches(condition.column, condition.expression)
    case 'network':
      return dialect.network(condition)
    case 'seen':
      return `seen >= ${condition.from} and seen < ${condition.until}`
    case 'not':
      return `not (${printed(condition.of, dialect)})`
    case 'all':
    case 'any':
      return `(${condition.of.map((one) => printed(one, dialect)).join(condition.kind === 'all' ? ' and ' : ' or ')})`
  }
}
