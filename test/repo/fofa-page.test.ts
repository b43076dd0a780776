// docs/fofa.md says what each form of the hosted service's language means here.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkQuery, parseQuery } from '../../src/query/index.ts'

const page = readFileSync(new URL('../../docs/fofa.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `(.+?)` \| (.*?) \| (.*?) ?\|$/gm)].map(
  ([, form = '', meaning = '', difference = '']) =>
    [form.replaceAll('\\|', '|'), meaning, difference] as const,
)

describe('docs/fofa.md', () => {
  it('has the forms of the syntax page', () => {
    expect(rows.length).toBeGreaterThanOrEqual(100)
  })

  it.each(rows)('%s is %s', (form, meaning, difference) => {
    const refused = meaning === 'refused'
    expect(checkQuery(form) !== undefined).toBe(refused)
    if (refused) expect(difference).not.toBe('')
    else if (form !== '"login"') expect(parseQuery(form).mode).toBe('extended')
  })
})
