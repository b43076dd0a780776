// Our own conditions mixed with terms of other engines, as in published queries: `title="login" html:"zyxel"`.
import { isAppError } from '../error/index.ts'
import { checkQuery, LIMITS, parseQuery, printQuery } from '../query/index.ts'
import { LANGUAGES } from './languages.ts'
import { mapTree } from './map.ts'
import type { Note } from './source.ts'

/** The languages whose terms are recognised among our conditions; the first that knows a name reads it. */
const READERS = ['shodan', 'google'] as const

/** A text in our language with notes on the translated terms. */
interface Mixed {
  readonly from: (typeof READERS)[number]
  readonly query: string
  readonly notes: readonly Note[]
}

const PIECE =
  /"(?:[^"\\]|\\.)*"?|'[^']*'|(?<![\w.-])(-?)([a-z][\w.]*):(?!\/\/)(?:"((?:[^"\\]|\\.)*)"|([^\s()&|"']+))/gis

/** Translates the terms of other engines in a text that contains our conditions; undefined for any other text. */
export function translateMixed(text: string): Mixed | undefined {
  if (text.length > LIMITS.bytes || checkQuery(text) === undefined) return undefined
  const notes: Note[] = []
  let from: Mixed['from'] | undefined
  const replaced = text.replace(PIECE, (piece: string, ...groups: unknown[]) => {
    const [sign = '', name, quoted, bare] = groups as readonly (string | undefined)[]
    const reader = name === undefined ? undefined : readerOf(name)
    if (name === undefined || reader === undefined) return piece
    const start = Number(groups.at(-2)) + sign.length
    const span = { start, end: start + piece.length - sign.length }
    const value = { kind: 'text', text: (quoted ?? bare ?? '').replace(/\\(["\\])/g, '$1') } as const
    const asked = { kind: 'condition', field: name, comparison: 'match', value, span } as const
    const mapped = mapTree(asked, LANGUAGES[reader], text)
    if (mapped.root === undefined) return piece
    from ??= reader
    notes.push(...mapped.notes)
    return `${sign === '-' ? '!' : ''}(${printQuery(mapped.root)})`
  })
  const query = from === undefined || !hasOwnCondition(text) ? undefined : printed(replaced)
  return from === undefined || query === undefined ? undefined : { from, query, notes }
}

function readerOf(name: string): Mixed['from'] | undefined {
  return READERS.find((reader) => LANGUAGES[reader].find(name) !== undefined)
}

function hasOwnCondition(text: string): boolean {
  return /(?:^|[\s(!&|])[a-z_][\w.]*\s*(?:=|!=|[!*]*=|=~|!~)/i.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'))
}

function printed(text: string): string | undefined {
  try {
    const query = parseQuery(text)
    return query.mode === 'extended' && checkQuery(text) === undefined ? printQuery(query.root) : undefined
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}
