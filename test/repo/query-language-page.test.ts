// The examples in docs/query-language.md are queries, and the mistakes are refused in just these words.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ANY_LIST, caret, checkQuery, readQuery } from '../../src/query/index.ts'

const page = readFileSync(new URL('../../docs/query-language.md', import.meta.url), 'utf8')

function blocks(kind: string): readonly string[] {
  return Array.from(
    page.matchAll(new RegExp(`\`\`\`${kind}\n([^]*?)\n\`\`\``, 'g')),
    (match) => match[1] ?? '',
  )
}

describe('docs/query-language.md', () => {
  it.each(blocks('query').flatMap((block) => block.split('\n')))('shows the query %s', (text) => {
    expect(() => readQuery(text, ANY_LIST)).not.toThrow()
  })

  it.each(blocks('mistake'))('shows the mistake %s', (block) => {
    const text = block.split('\n')[0] ?? ''
    const error = checkQuery(text)
    const sentence = error?.message.replace('[820000] Query Syntax Incorrect: ', '')
    expect(`${caret(text, error?.span ?? { start: 0, end: 0 })}\n${sentence}`).toBe(block)
  })
})
