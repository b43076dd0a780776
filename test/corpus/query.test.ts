// The whole language as one table: what each text is read as (printed tree and mode), or the sentence that refuses it.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../src/error/index.ts'
import { complete, parseQuery, printQuery, readQuery, resolveQuery, tokens } from '../../src/query/index.ts'
import { withoutSpans } from '../support/tree.ts'

interface Row {
  readonly in: string
  readonly want: string
  readonly mode?: 'normal' | 'extended'
}

type Line = Row | { readonly section: string }

const file = new URL('query.json', import.meta.url)
const lines = JSON.parse(readFileSync(file, 'utf8')) as Line[]

/** What a text is read as, in the form of the table. */
function read(text: string): Omit<Row, 'in'> {
  try {
    const query = parseQuery(text)
    resolveQuery(query)
    return { want: printQuery(query.root), mode: query.mode }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'syntax') throw error
    return { want: error.message.replace('[820000] Query Syntax Incorrect: ', '') }
  }
}

describe('every text of the corpus is read as the table says', () => {
  let section = ''
  for (const line of lines) {
    if ('section' in line) {
      section = line.section
      continue
    }
    const { in: text, ...wanted } = line
    it(`${section}: ${JSON.stringify(text)}`, () => expect(read(text)).toEqual(wanted))
  }
})

const texts = lines.flatMap((line) => ('in' in line ? [line.in] : []))
const PIECES = [
  ...'"\'\\()&|!=~*<> \n\t\0',
  '&&',
  '||',
  ' and ',
  ' or ',
  ' not ',
  'title=',
  '""',
  '\u202e',
  '😀',
  '\ud83d',
]

type Edit = readonly [
  kind: 'insert' | 'delete' | 'double' | 'join',
  at: number,
  length: number,
  piece: string,
]

const edit: fc.Arbitrary<Edit> = fc.tuple(
  fc.constantFrom('insert', 'delete', 'double', 'join'),
  fc.nat(80),
  fc.integer({ min: 1, max: 5 }),
  fc.constantFrom(...PIECES, ...texts),
)

function edited(text: string, [kind, at, length, piece]: Edit): string {
  const from = text.length === 0 ? 0 : at % text.length
  const taken = text.slice(from, from + length)
  if (kind === 'join') return `${text}${piece}`
  const put = { insert: piece, delete: '', double: taken + taken }[kind]
  return text.slice(0, from) + put + text.slice(from + (kind === 'insert' ? 0 : length))
}

describe('texts of the corpus with a few changes', () => {
  const changed = fc
    .tuple(fc.constantFrom(...texts), fc.array(edit, { minLength: 1, maxLength: 4 }))
    .map(([text, edits]) => edits.reduce(edited, text))

  it('are queries that print and parse to the same tree, or syntax errors; and editors can show them', () => {
    let queries = 0
    const check = (text: string): void => {
      expect(tokens(text).length > 0 || text.trim() === '').toBe(true)
      complete(text, text.length >> 1)
      if (!('mode' in read(text))) return
      queries++
      const tree = parseQuery(text)
      const again = parseQuery(printQuery(tree.root))
      expect(withoutSpans(again.root)).toEqual(withoutSpans(tree.root))
      expect(again.mode).toBe(tree.mode)
      expect(JSON.stringify(readQuery(printQuery(tree.root)), bigints)).toBe(
        JSON.stringify(readQuery(text), bigints),
      )
    }
    fc.assert(fc.property(changed, check), { numRuns: 4000 })
    expect(queries).toBeGreaterThan(400)
  })
})

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
