// Queries of other search engines as one table: what each becomes, and what is said about it. A note is written as its kind, its
// place and its sentence.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readQuery } from '../../src/query/index.ts'
import {
  detectLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type LanguageName,
  translate,
} from '../../src/translate/index.ts'

interface Row {
  readonly from: LanguageName
  readonly in: string
  readonly want: string
  readonly notes?: readonly string[]
}

const lines = JSON.parse(readFileSync(new URL('translation.json', import.meta.url), 'utf8')) as (
  | Row
  | { readonly section: string }
)[]
const rows = lines.filter((line): line is Row => 'in' in line)

describe('every query of the corpus becomes what the table says', () => {
  it.each(rows)('$from: $in', ({ from, in: text, want, notes = [] }) => {
    const found = translate(text, from)
    expect({
      want: found?.query,
      notes: found?.notes.map((note) => `${note.kind} ${note.start}-${note.end}: ${note.text}`),
    }).toEqual({ want, notes })
    if (want !== '') readQuery(want)
  })
})

it('translates at most as many conditions as a query of ours may have', () => {
  const ports = (count: number): string => `port:${Array.from({ length: count }, () => '1').join(',')}`
  expect(translate(ports(1024), 'shodan')).toMatchObject({ notes: [] })
  expect(translate(ports(1025), 'shodan')).toEqual({
    from: 'shodan',
    query: '',
    notes: [
      expect.objectContaining({
        text: 'nothing was translated: the text has more than 1024 conditions and words',
      }),
    ],
  })
})

describe('the language of a text', () => {
  it.each([
    ['apache country:DE port:80', 'shodan'],
    ['port:443 ssl.cert.subject.cn:example.com', 'shodan'],
    ['http.favicon.hash:-247388890', 'shodan'],
    ['services.port: 443 and location.country: Germany', 'censys'],
    ['host.services: (port = 443 and protocol = "HTTP")', 'censys'],
    ['web.endpoints.http.html_title: "login"', 'censys'],
    ['app:"nginx" +country:"CN"', 'zoomeye'],
    ['app="nginx" && subdivisions="Beijing"', 'zoomeye'],
    ['iconhash="-247388890"', 'zoomeye'],
    ['app:"nginx" AND country_cn:"中国"', 'quake'],
    ['service:"http" AND NOT port:80', 'quake'],
    ['response:"x" AND (port:80 OR port:81)', 'quake'],
    ['web.title="北京" && ip.country="CN"', 'hunter'],
    ['header.status_code=="200"', 'hunter'],
    ['intitle:"index of" inurl:/admin', 'google'],
    ['title="bonita" || "server: bonita"', undefined],
    ['title="login" && country="DE"', undefined],
    // Mistakes in our own language are not another language.
    ['title=“sign in”', undefined],
    ['title="sign in", http.title:"log in"', undefined],
    ['title="a","b"', undefined],
    ['title="a" "b" -.com', undefined],
    ['app="never-closed', undefined],
    ['app="nginx" && country="CN"', undefined],
    ['nginx', undefined],
    ['apache tomcat', undefined],
    ['http://example.com/?id=1', undefined],
    ['', undefined],
    ['foo:bar', undefined],
    ['ip_filter(port:22)', undefined],
    ['title="a" && IP_EXCLUDE (services.port: 22)', undefined],
  ])('of %s is %s', (text, language) => expect(detectLanguage(text)).toBe(language))
})

describe('conditions of ours with terms of other engines among them', () => {
  it.each([
    ['title="a" html:"b c"', 'shodan', 'title="a" && body="b c"'],
    ['title="a" || http.title:"b"', 'shodan', 'title="a" || title="b"'],
    ['title="a" -hostname:example.com', 'shodan', 'title="a" && !host="example.com"'],
    ['title="a" port:80', 'shodan', 'title="a" && port="80"'],
    ['title="html:x" inurl:/login', 'google', 'title="html:x" && (link="/login" || body="/login")'],
  ])('%s are read by %s as %s', (text, from, query) => {
    expect(translate(text)).toMatchObject({ from, query })
  })

  it('are left alone where they are in quotes, or all of the text is one language', () => {
    expect(translate('title="a" && "port:80"')).toBeUndefined()
    expect(translate('html:"a" port:80')?.query).toBe('body="a" && port="80"')
  })
})

describe('whatever the text', () => {
  const names = [...Object.values(LANGUAGES)].flatMap(({ fields }) => [...fields.keys()])
  const operator = fc.constantFrom(':', '=', '==', '!=', '=~', '>=', '<', ': ', ':(', '=(', '')
  const value = fc.oneof(
    fc.constantFrom(
      '"a b"',
      '80',
      '192.0.2.0/24',
      '[1 TO 5]',
      '{1, 2}',
      '/a.*/',
      '"',
      '*',
      'a*b',
      'true',
      'CN',
      '(',
      '2026-01-01',
    ),
    fc.string({ maxLength: 6 }),
  )
  const joiner = fc.constantFrom(' ', ' and ', ' OR ', ' && ', '||', ' not ', '!', ')', '(', ' -', ' +', ',')
  const piece = fc.tuple(fc.constantFrom(...names, 'services', 'same_service'), operator, value, joiner)
  const shaped = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.flat().join(''))
  const text = fc.oneof(shaped, fc.string({ unit: 'binary', maxLength: 60 }))

  it('nothing fails, the result is a query of ours, and notes point into the text', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, ...LANGUAGE_NAMES), (source, from) => {
        const found = translate(source, from)
        if (found === undefined) return
        if (found.query !== '') readQuery(found.query)
        else expect(found.notes.length > 0 || source.trim() === '').toBe(true)
        for (const { start, end } of found.notes) {
          expect(start >= 0 && start <= end && end <= source.length).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('brackets, negations and conditions without end are refused in words', () => {
    for (const source of [
      '('.repeat(9000),
      'NOT '.repeat(4000),
      'port:1 OR '.repeat(1500),
      'a:('.repeat(4000),
      'x'.repeat(20_000),
    ]) {
      for (const from of LANGUAGE_NAMES) {
        const found = translate(source, from)
        if (found?.query) readQuery(found.query)
        else expect(found?.notes.length).toBeGreaterThan(0)
      }
    }
  })
})
