import { describe, expect, it } from 'vitest'
import { UNKNOWN_ASSET } from '../asset/index.ts'
import { createRecognise, exampleRecord, readRule, readRules, type RuleText } from './index.ts'

const rule = (text: Omit<RuleText, 'match' | 'miss'>) => readRule('test', { match: [], miss: [], ...text })
const find = (text: Omit<RuleText, 'match' | 'miss'>, record: Record<string, string | number>) =>
  createRecognise([rule(text)])(exampleRecord(record))

describe('recognising', () => {
  it('says rule, field, text and version', () => {
    const text = { product: 'Falcon', vendor: 'Acme', category: 'web server', cpe: 'cpe:2.3:a:acme:falcon' }
    const found = find(
      { ...text, when: 'server*="Falcon/*"', version: 'server="falcon/#"' },
      { server: 'Falcon/2.4+b (Unix)' },
    )
    expect(found).toEqual([
      {
        ...{ ...text, rule: 'test/falcon', version: '2.4+b', cpe: 'cpe:2.3:a:acme:falcon:2.4\\+b' },
        ...{ field: 'server', text: 'Falcon/2.4+b (Unix)' },
      },
    ])
  })

  it('takes no full stop behind a version for a part of it', () => {
    const text = { product: 'Falcon', when: 'server="falcon/"' }
    const record = { server: 'Falcon/2.4. Ready' }
    for (const version of ['server="falcon/#"', 'server=~"Falcon/([0-9.]+)"'])
      expect(find({ ...text, version }, record).map((one) => one.version)).toEqual(['2.4'])
  })

  it('finds the version behind a letter that is longer in lower case', () => {
    const text = { product: 'Falcon', vendor: 'Acme', category: 'web server', cpe: 'cpe:2.3:a:acme:falcon' }
    const found = find(
      { ...text, when: 'server*="*Falcon/*"', version: 'server="falcon/#"' },
      { server: 'İİ Falcon/1.24.0 (Unix)' },
    )
    expect(found.map(({ cpe }) => cpe)).toEqual(['cpe:2.3:a:acme:falcon:1.24.0'])
  })

  it('shows the text around what it found, not the whole body', () => {
    const body = `${'a'.repeat(500)}/falcon/assets/${'b'.repeat(500)}`
    const [found] = find({ product: 'Falcon', when: 'body="/falcon/assets/"' }, { body })
    expect(found?.text).toBe(`${'a'.repeat(24)}/falcon/assets/${'b'.repeat(24)}`)
  })

  it.each([
    ['title="falcon" && !(title="tutorial")', { title: 'Falcon' }, true],
    ['title="falcon" && !(title="tutorial")', { title: 'A Falcon tutorial' }, false],
    ['icon_hash="-247388890"', { icon_hash: '-247388890' }, true],
    ['icon_hash="-247388890"', { icon_hash: '-24738889' }, false],
    [
      'jarm="29d29d15d29d29d00042d42d000000" || jarm="07d14d16d21d21d07c42d41d00041d"',
      { jarm: '07d14d16d21d21d07c42d41d00041d' },
      true,
    ],
    ['title=="Falcon"', { title: 'falcon' }, false],
    ['banner*="220?falcon*ready*"', { banner: '220-Falcon is ready now' }, true],
    ['banner*="220?falcon*ready"', { banner: '220 Falcon is ready now' }, false],
    ['banner=~"(?i)falcon [0-9]+ at"', { banner: '220 Falcon 77 at home' }, true],
    ['banner=~"falcon [0-9]+ at"', { banner: '220 Falcon 77 at home' }, false],
    [
      'status_code="401" && header="realm=\\"falcon"',
      { status_code: 401, header: 'Basic realm="Falcon"' },
      true,
    ],
    [
      'status_code="401" && header="realm=\\"falcon"',
      { status_code: 200, header: 'Basic realm="Falcon"' },
      false,
    ],
    ['port>"8000" && title="falcon"', { port: 8080, title: 'falcon' }, true],
  ])('%s on %j: %s', (when, record, expected) => {
    expect(find({ product: 'Falcon', when }, record)).toHaveLength(expected ? 1 : 0)
  })

  it('finds a literal at every position of a text', () => {
    for (let at = 0; at < 40; at++)
      for (const literal of ['/falcon/', 'falc'])
        expect(
          find({ product: 'Falcon', when: `body="${literal}"` }, { body: `${'x'.repeat(at)}${literal}yy` }),
        ).toHaveLength(1)
  })

  it('keeps one entry per product: the one with a version', () => {
    const recognise = createRecognise([
      rule({ name: 'a', product: 'Falcon', when: 'title="falcon"' }),
      rule({ name: 'b', product: 'falcon', when: 'server*="falcon*"', version: 'server="falcon/#"' }),
    ])
    const found = recognise(exampleRecord({ title: 'Falcon', server: 'Falcon/3.1' }))
    expect(found.map(({ rule: id, version }) => [id, version])).toEqual([['test/b', '3.1']])
  })

  it.each([
    ['body="abc"', 'at least 4 characters'],
    ['!(body="falcon")', 'at least 4 characters'],
    ['body="falcon" || port="80"', 'at least 4 characters'],
    ['product="falcon"', 'cannot ask `product`'],
    ['after="2026" && body="falcon"', 'cannot ask `after`'],
    ['falcon', 'needs the field'],
    ['ip_filter(port="80") && body="falcon"', 'whole address'],
  ])('refuses the condition %s', (when, reason) => {
    expect(() => createRecognise([rule({ product: 'Falcon', when })])).toThrow(reason)
  })

  it('names the line of a rule that it cannot read', () => {
    expect(() => readRules('own', '{"os":"X","when":"title=\\"x\\""}\n{"product":"Y","whn":""}')).toThrow(
      'line 2 of own: unknown name `whn`',
    )
  })
})

describe('rules that a test has read', () => {
  it('are read without compiling their expressions', () => {
    const line =
      '{"product":"Falcon","when":"banner=\\"falcon\\" && banner=~\\"(\\"","version":"banner=~\\"[\\""}'
    expect(() => readRules('own', line)).toThrow('not a valid regular expression')
    expect(readRules('own', line, { areTested: true })).toHaveLength(1)
  })
})

describe('a model', () => {
  const text = {
    product: 'Acme {model}',
    when: 'banner="acme "',
    model: 'banner=~"^Acme ([A-Z][A-Za-z0-9 !<-]{1,60})"',
  }

  it('is part of the name of the product, with single spaces', () => {
    const [found] = find(text, { banner: 'Acme MX  200' })
    expect(found?.product).toBe('Acme MX 200')
  })

  it.each(['acme inside', 'Acme X<script>', `Acme X${'9'.repeat(50)}`])('is never made up: %s', (banner) => {
    expect(find(text, { banner })).toEqual([])
  })

  it.each([{ product: 'Acme {model}' }, { product: 'Acme', model: 'banner=~"(x)"' }])(
    'is in the name and captured, or neither',
    (part) => {
      expect(() => rule({ ...part, when: 'banner="acme "' })).toThrow('`{model}`')
    },
  )
})

describe('a test that was given up', () => {
  const hostile = `${'x'.repeat(5000)} tutorial 7`
  it('is unknown, so that what follows from its failing does not hold', () => {
    const when = 'title="falcon" && !(banner=~"tutorial [0-9]")'
    expect(find({ product: 'Falcon', when }, { title: 'Falcon', banner: 'short' })).toHaveLength(1)
    expect(find({ product: 'Falcon', when }, { title: 'Falcon', banner: hostile })).toEqual([])
  })

  it('is unknown behind the last expression that one record may cost', () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      rule({ name: `r${index}`, product: `P${index}`, when: `title="falcon" && banner=~"no ${index}$"` }),
    )
    const last = rule({ product: 'Falcon', when: 'title="falcon" && !(banner=~"tutorial [0-9]")' })
    const record = exampleRecord({ title: 'Falcon', banner: 'tutorial 7' })
    expect(createRecognise([...many, last])(record)).toEqual([])
  })

  it('does not matter where another test decides', () => {
    const when = 'title="falcon" && (banner=~"tutorial [0-9]" || port="80")'
    expect(find({ product: 'Falcon', when }, { title: 'Falcon', port: 80, banner: hostile })).toHaveLength(1)
  })
})

describe('hostile records', () => {
  it('cost no more than their length: texts that hit every piece, expressions that backtrack elsewhere', () => {
    const literals = Array.from({ length: 300 }, (_, index) => `aaaaaaaaaaaaaaa${index}!`)
    const rules = literals.map((literal, index) =>
      rule({ name: `r${index}`, product: `P${index}`, when: `body="${literal}"` }),
    )
    const slow = rule({ name: 'slow', product: 'Slow', when: 'banner=~"aaaa(a+)+$"' })
    const record = { ...UNKNOWN_ASSET, body: 'a'.repeat(1_000_000), banner: `${'a'.repeat(100_000)}!` }
    expect(createRecognise([...rules, slow])(record)).toEqual([])
  })

  it('are shown as text and cannot break what is stored', () => {
    const text = 'falcon\u0000\ud800 </script>"\\'
    const [found] = find({ product: 'Falcon', when: 'banner="falcon"' }, { banner: text })
    expect(found?.text.isWellFormed()).toBe(true)
    expect(JSON.parse(JSON.stringify(found))).toEqual(found)
  })
})
