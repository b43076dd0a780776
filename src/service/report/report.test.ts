import { describe, expect, it } from 'vitest'
import { readQuery } from '../../query/index.ts'
import { makeReport, type ReportAsked, type ReportSource } from './index.ts'

const NOW = Date.UTC(2026, 10, 23)
const EVIL = '</style><script>hurt()</script>\u202e"\''

const LONG = 'ö'.repeat(5000)

/** Counts that tell queries apart by their length, and lists with one hostile value. */
function sourceWith(total: number): ReportSource & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    facets: async (query, fields) => {
      readQuery(query)
      asked.push(query)
      const values = (field: string) =>
        field === 'country'
          ? [{ value: 'DE', label: 'Germany', count: 3, condition: 'country=="DE"' }]
          : [
              { value: EVIL, count: 1, condition: 'server=="x"' },
              { value: LONG, count: 1, condition: `server=="${LONG}"` },
            ]
      const facets = fields.map((field) => ({ field, distinct: 1, values: total === 0 ? [] : values(field) }))
      return { total: total === 0 ? 0 : query.length, addresses: 7, facets }
    },
    timeline: async () => ({
      ...{ step: 'day', every: 1 },
      buckets: [{ from: '2026-11-22T00:00:00Z', to: '2026-11-23T00:00:00Z', count: total }],
    }),
  }
}

const report = (asked: Partial<ReportAsked>, total = 5) => {
  const source = sourceWith(total)
  const whole = { query: 'nginx', full: true, language: 'en', title: '', ...asked } as const
  return makeReport(source, whole, NOW).then((html) => ({ html, asked: source.asked }))
}

describe('a report', () => {
  it('states the query of every number, and each is a query', async () => {
    const { html, asked } = await report({})
    expect(asked).toContain('("nginx") && firstseen>="2026-10-24"')
    expect(asked).toContain(
      '("nginx") && cert.not_after.after="2026-11-23" && cert.not_after.before="2026-11-30"',
    )
    const shown = (query: string) =>
      query.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;')
    for (const query of [...asked, '("nginx") && country=="DE"']) expect(html).toContain(shown(query))
  })

  it('holds no script, loads nothing, and shows hostile values as text', async () => {
    const { html } = await report({ title: EVIL })
    expect(html).not.toContain('<script')
    expect(html).not.toContain('\u202e')
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/(?:src|href)=|url\(|https?:\/\//)
    expect(html).toContain('&lt;script&gt;hurt()')
  })

  it('shows the start of long values, and their queries whole, folded', async () => {
    const { html } = await report({})
    const [, shown] = /<span class="bar"[^>]*>(ö+…)</.exec(html) ?? []
    expect(shown).toBe(`${'ö'.repeat(160)}…`)
    expect(html).toMatch(
      /<summary><code>[^<]*ö…<\/code><\/summary><code>[^<]*ö{5000}&quot;<\/code><\/details>/,
    )
  })

  it('has the figures of its pictures as tables', async () => {
    const { html } = await report({})
    const [map, line] = [...html.matchAll(/<summary>As a table<\/summary>(.*?)<\/details>/g)].map(
      ([, table]) => table,
    )
    expect(map).toContain('<th scope="row">Germany</th><td class="n">3</td>')
    expect(line).toContain('<th scope="row">2026-11-22 00:00</th><td class="n">5</td>')
  })

  it('speaks Chinese, with the country by its Chinese name', async () => {
    const { html } = await report({ language: 'zh' })
    expect(html).toContain('<html lang="zh-Hans">')
    expect(html).toContain('德国')
    expect(html).toContain('证书将在 30 天内过期')
  })

  it('says that nothing matches', async () => {
    expect((await report({}, 0)).html).toContain('No record matches.')
  })
})
