import { describe, expect, it } from 'vitest'
import { readQuery } from '../../query/index.ts'
import { EXPOSED } from './exposed.ts'
import { type AssessSource, type Library, makeAssessment } from './index.ts'
import { matchedFields, matchedText } from './matched-text.ts'

const EVIL = '</style><script>hurt()</script>\u202e"'
const NOW = Date.UTC(2026, 10, 23)

const library: Library = {
  name: EVIL,
  size: 3,
  products: [
    {
      name: EVIL,
      vendor: EVIL,
      queries: [
        { platform: 'fofa', original: 'one two', query: 'one two' },
        { platform: EVIL, original: EVIL, query: 'title="x"' },
      ],
    },
  ],
  refused: [{ product: EVIL, platform: EVIL, original: EVIL, reason: EVIL }],
}

function sourceWith(total: number): AssessSource & { readonly asked: string[] } {
  const asked: string[] = []
  const ask = (query: string): void => {
    readQuery(query)
    asked.push(query)
  }
  return {
    asked,
    facets: async (query, fields) => {
      ask(query)
      const value = fields[0] === 'firstseen' ? '2019' : 'CVE-2026-0001'
      const values = [{ value, count: 1, condition: '' }]
      return { total, addresses: 1, facets: fields.map((field) => ({ field, distinct: 1, values })) }
    },
    count: async (query) => {
      ask(query)
      return total
    },
    rows: async (query, fields) => {
      ask(query)
      return ['2026-02-03 00:00:00', '2025-04-05 00:00:00'].map((time) =>
        fields.map((field) => (field === 'firstseen' ? time : `${EVIL} two one`)),
      )
    },
  }
}

const assess = async (total: number, language: 'en' | 'zh' = 'en') => {
  const source = sourceWith(total)
  const asked = { full: true, language, onProgress: () => undefined }
  return { ...(await makeAssessment(source, library, asked, NOW)), asked: source.asked }
}

describe('an assessment', () => {
  it.each(['en', 'zh'] as const)('shows hostile text as text: %s', async (language) => {
    const { html, found } = await assess(5, language)
    expect(found).toBe(1)
    expect(html).not.toMatch(/<script|\u202e/)
    expect(html.match(/&lt;script&gt;hurt/g)?.length).toBeGreaterThan(8)
    expect(html).toContain("default-src 'none'")
  })

  it('states each query beside its number, and when a product was first seen', async () => {
    const { html, asked } = await assess(5)
    const whole = '(&quot;one&quot; &amp;&amp; &quot;two&quot;) || (title=&quot;x&quot;)'
    expect(html).toContain(whole)
    expect(html).toContain('First seen 2025-04-05')
    expect(asked).toContain('cve.confirmed=="CVE-2026-0001"')
    expect((await assess(20_000)).html).toContain('First seen 2019')
  })

  it('says that nothing was found', async () => {
    const { html, found } = await assess(0)
    expect(found).toBe(0)
    expect(html).toContain('No query of the library matches.')
  })

  it.each(Object.values(EXPOSED))('asks for exposed services by a query: %s', (query) => {
    expect(readQuery(query).mode).toBe('extended')
  })
})

describe('the matched text', () => {
  it.each([
    ['title="ADMIN"', { title: `${'a '.repeat(60)}Admin panel` }, 'title', /^….*Admin panel$/],
    ['body="x" || title="y"', { title: 'why', body: '' }, 'title', /^why$/],
    ['"two words"', { header: 'Two  words two words' }, 'header', /two words/],
    ['port="80,81"', { port: '81' }, 'port', /^81$/],
    ['title=~"^a.c"', { title: 'abc' }, 'title', /^abc$/],
  ])('of %s in %o is in %s', (text, values, field, pattern) => {
    const query = readQuery(text)
    const found = matchedText(query.root, new Map(Object.entries(values)))
    expect(found?.field).toBe(field)
    expect(found?.text).toMatch(pattern)
    expect(matchedFields(query)).toContain(field)
  })

  it('is nothing for a negation', () => {
    expect(matchedText(readQuery('title!="x"').root, new Map([['title', 'y']]))).toBeUndefined()
  })
})
