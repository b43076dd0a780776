// The whole language as one table: what each text is read as (printed tree and mode), or the sentence that refuses it.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isAppError } from '../../src/error/index.ts'
import { parseQuery, printQuery, resolveQuery } from '../../src/query/index.ts'

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
