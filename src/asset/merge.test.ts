import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../test/support/long.ts'
import { observed } from '../../test/support/observed.ts'
import { type Asset, lastSighting, merge, type Part, statesOf } from './index.ts'

const mergeAll = (first: Asset, ...rest: readonly Asset[]): Asset =>
  rest.reduce((known, next) => merge(known, next), first)

const mergeList = ([first, ...rest]: readonly Asset[]): Asset => {
  if (first === undefined) throw new Error('nothing was observed')
  return mergeAll(first, ...rest)
}

/** When the current state of a part was last observed. */
const seen = (record: Asset, part: Part): number | undefined => {
  const state = statesOf(record).get(part)
  return state && lastSighting(state).time
}

describe('observations of one import', () => {
  it('fill each other field by field', () => {
    const merged = mergeAll(
      observed({ content_time: null, lastupdatetime: 90 }),
      observed({ title: 'Login', stated: ['title'], lastupdatetime: 95 }),
      observed({ cert: 'Subject: x', cert_subject_cn: 'x', stated: ['cert'] }),
    )
    expect(merged).toMatchObject({ title: 'Login', cert_subject_cn: 'x', firstseen: 90, lastupdatetime: 100 })
    expect(merged).toMatchObject({ protocol: 'https', host: 'https://a.example.com', content_time: 100 })
  })

  it('prefer stated values to derived ones, even when the derived ones are newer', () => {
    const merged = mergeAll(
      observed({ os: 'linux', stated: ['os'], lastupdatetime: 90 }),
      observed({ os: 'bsd', lastupdatetime: 100 }),
    )
    expect(merged.os).toBe('linux')
  })

  it('prefer the newest stated value, even when it is empty', () => {
    const merged = mergeAll(
      observed({ os: 'linux', stated: ['os'], lastupdatetime: 90 }),
      observed({ os: '', stated: ['os'], lastupdatetime: 100 }),
    )
    expect(merged.os).toBe('')
  })

  it('remember the time of each field, so that a late observation does not win over a newer one', () => {
    const newest = observed({ os: 'newest', stated: ['os'], lastupdatetime: 50 })
    const later = observed({ banner: 'x', stated: ['banner'], lastupdatetime: 100 })
    const middle = observed({ os: 'middle', stated: ['os'], lastupdatetime: 40 })
    expect(mergeAll(newest, later, middle).os).toBe('newest')
  })

  it('take the whole page with the fewest path segments, then the newest', () => {
    const page = (title: string, page_depth: number, lastupdatetime: number, body: string): Asset =>
      observed({
        title,
        page_depth,
        lastupdatetime,
        body,
        link: `http://a/${title}`,
        stated: ['link', 'protocol'],
        protocol: 'http',
      })
    expect(
      mergeAll(page('deep', 2, 100, 'x'), page('root', 0, 90, ''), page('root2', 0, 80, 'y')),
    ).toMatchObject({
      title: 'root',
      body: '',
      page_depth: 0,
      content_time: 100,
    })
  })

  it('take the later of two pages of one second, in any order, even when one is seen again', () => {
    const page = (title: string, fraction: number): Asset =>
      observed({ title, link: `http://a/${title}`, stated: ['link'], protocol: 'http' }, fraction)
    const pages = [page('late', 900), page('early', 500), page('late', 100)]
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]
    for (const order of orders)
      expect(mergeList(order.flatMap((index) => pages[index] ?? [])).title).toBe('late')
    expect(mergeAll(page('early', 500), page('alpha', 501)).title).toBe('alpha')
  })
})

describe('observations of several imports', () => {
  it('replace the parts that they observe and keep the others', () => {
    const merged = mergeAll(
      observed({
        ...{ title: 'old', banner: 'stays', ip: '192.0.2.1', country: 'DE', jarm: 'j' },
        ...{ lastupdatetime: 10, content_import: 'old' },
      }),
      observed({ title: 'new', lastupdatetime: 20, content_import: 'new' }),
    )
    expect(merged).toMatchObject({ title: 'new', banner: 'stays', jarm: 'j', ip: '192.0.2.1' })
    expect(merged).toMatchObject({
      firstseen: 10,
      lastupdatetime: 20,
      content_time: 20,
      content_import: 'new',
    })
    expect([seen(merged, 'response'), seen(merged, 'banner'), seen(merged, 'jarm')]).toEqual([20, 10, 10])
    expect(merged.history.map(({ time, title, banner }) => [time, title, banner])).toEqual([
      [10, 'old', 'stays'],
      [20, 'new', 'stays'],
    ])
  })

  const page = observed({
    ...{
      title: 'T',
      header: 'Server: nginx\r\nDate: then\r\n',
      body: 'x',
      server: 'nginx',
      status_code: 200,
    },
    ...{ body_hash: '7', icon_hash: '5', lastupdatetime: 10, content_import: 'httpx' },
  })
  const poorer = (values: Partial<Asset>, time = 20): Asset =>
    observed({ title: 'T', server: 'nginx', lastupdatetime: time, content_import: 'nmap', ...values })

  it('confirm richer content that they agree with, in any order of arrival', () => {
    for (const merged of [mergeAll(page, poorer({})), mergeAll(poorer({}), page)]) {
      expect(merged).toMatchObject({ body: 'x', body_hash: '7', icon_hash: '5', status_code: 200 })
      expect([seen(merged, 'response'), seen(merged, 'icon'), merged.lastupdatetime]).toEqual([20, 10, 20])
      expect(merged.history).toHaveLength(1)
    }
  })

  it('that know an icon by another hash leave the one of an earlier import', () => {
    for (const merged of [
      mergeAll(page, poorer({ icon_md5: 'ab' })),
      mergeAll(poorer({ icon_md5: 'ab' }), page),
    ])
      expect(merged).toMatchObject({ icon_hash: '5', icon_md5: 'ab' })
  })

  it('agree in headers whose date and other changing lines differ', () => {
    const merged = mergeAll(page, poorer({ header: 'server: nginx\r\nDate: now\r\nSet-Cookie: a=1\r\n' }))
    expect(merged).toMatchObject({ body: 'x', header: page.header })
    expect(mergeAll(page, poorer({ header: 'Server: Apache\r\n' })).body).toBe('')
  })

  it('restore an older page whose headers agree, even when theirs are poorer', () => {
    const merged = mergeAll(poorer({ header: 'Server: nginx\r\nContent-Type: text/html\r\n' }), page)
    expect(merged).toMatchObject({ body: 'x', header: page.header, lastupdatetime: 20 })
  })

  it('replace a part for which they state another value, however few values they have', () => {
    const merged = mergeAll(page, poorer({ title: 'other' }))
    expect(merged).toMatchObject({
      title: 'other',
      body: '',
      body_hash: '',
      icon_hash: '5',
      status_code: null,
    })
  })

  it('do not show what a third one contradicted in between', () => {
    const between = observed({ title: 'other', body: 'y', lastupdatetime: 15, content_import: 'crawl' })
    const merged = mergeAll(page, poorer({}), between)
    expect(merged).toMatchObject({ title: 'T', body: '', icon_hash: '5' })
    expect(mergeAll(page, between, poorer({}))).toMatchObject({ title: 'T', body: '' })
  })

  it('do not change a record of an earlier version when they are older', () => {
    const legacy = { ...poorer({}), parts: '' }
    expect(mergeAll(legacy, page)).toMatchObject({ title: 'T', body: '', icon_hash: '5' })
    expect(mergeAll({ ...page, parts: '' }, poorer({}))).toMatchObject({ body: 'x', lastupdatetime: 20 })
  })

  it('keep a whole certificate when another one repeats some of its facts', () => {
    const facts = { cert_sn: '1', cert_subject_cn: 'a.example', cert_domain: ['a.example', 'b.example'] }
    const whole = observed({
      ...facts,
      cert: 'Serial: 1\nPublic Key Size: 2048 bits\n',
      content_import: 'one',
    })
    const brief = { cert: 'Serial: 1\n', cert_domain: ['b.example', 'a.example'] }
    const later = observed({ ...facts, ...brief, lastupdatetime: 200, content_import: 'two' })
    expect(mergeAll(whole, later)).toMatchObject({ cert: whole.cert, lastupdatetime: 200 })
  })

  it('keep newer content when older content arrives late', () => {
    const merged = mergeAll(
      observed({ title: 'new', lastupdatetime: 20, content_import: 'new' }),
      observed({ title: 'old', lastupdatetime: 10, content_import: 'old' }),
    )
    expect(merged).toMatchObject({ title: 'new', firstseen: 10, lastupdatetime: 20 })
  })

  it('change only the time when a bare port is seen', () => {
    const content = observed({ title: 'x', lastupdatetime: 10 })
    const merged = mergeAll(content, observed({ content_time: null, lastupdatetime: 30, type: 'service' }))
    expect(merged).toMatchObject({ title: 'x', lastupdatetime: 30, content_time: 10, type: 'subdomain' })
  })

  it('add parts that another import did not observe', () => {
    const first = observed({ title: 'first', lastupdatetime: 10, content_import: 'slow' })
    const other = observed({ title: 'other', banner: 'o', lastupdatetime: 20, content_import: 'other' })
    const second = observed({ cert_sn: '1', lastupdatetime: 30, content_import: 'slow' })
    expect(mergeAll(first, other, second)).toMatchObject({ title: 'other', banner: 'o', cert_sn: '1' })
  })

  it('complete their content when more of it arrives', () => {
    const more = poorer({ body: 'y', title: '', server: '' }, 21)
    expect(mergeAll(page, poorer({}), more)).toMatchObject({
      title: 'T',
      server: 'nginx',
      body: 'y',
      header: '',
    })
  })

  it('keep the last 20 contents', () => {
    const all = Array.from({ length: 30 }, (_, index) =>
      observed({ title: `t${index}`, lastupdatetime: index + 1, content_import: `i${index}` }),
    )
    const { history } = mergeList(all)
    expect(history).toHaveLength(20)
    expect(history.at(0)?.title).toBe('t10')
    expect(history.at(-1)?.title).toBe('t29')
  })

  it('store unchanged content with its earliest time', () => {
    const same = [3, 1, 2].map((time) =>
      observed({ title: 'same', lastupdatetime: time, content_import: `i${time}` }),
    )
    expect(mergeList(same).history.map(({ time }) => time)).toEqual([1])
  })
})

describe('observations of one import in any order', () => {
  const anyText = fc.constantFrom('', 'a', 'b')
  const anyObservation = fc
    .record({
      lastupdatetime: fc.integer({ min: 1, max: 6 }),
      bare: fc.boolean(),
      ...{ title: anyText, header: anyText, body: anyText, banner: anyText, cert_sn: anyText, os: anyText },
      ip: fc.constantFrom('', '192.0.2.1', '192.0.2.2'),
      country: anyText,
      page_depth: fc.integer({ min: 0, max: 2 }),
      link: fc.constantFrom('', 'http://a/x'),
      stated: fc.subarray(['title', 'header', 'body', 'banner', 'cert_sn', 'os', 'link', 'ip'] as const),
    })
    .map(({ bare, ...rest }) => {
      const nothing = { title: '', header: '', body: '', banner: '', cert_sn: '', link: '', os: '' }
      const isPage = rest.stated.includes('link') && rest.link !== ''
      return observed({
        ...rest,
        ...(bare && { ...nothing, content_time: null }),
        page_depth: isPage && !bare ? rest.page_depth : 0,
        stated: bare ? rest.stated.filter((name) => name === 'ip') : [...rest.stated].sort(),
      })
    })
  const shuffled = fc
    .array(anyObservation, { minLength: 2, maxLength: 7 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))

  // The order may decide which partly observed contents join the history, but never which content is current.
  const derived = ({ history: _, parts: __, ...rest }: Asset): Partial<Asset> => rest
  it('result in the same record', () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(derived(mergeList(other))).toEqual(derived(mergeList(all)))
      }),
      { numRuns: inShortOrLong(500, 2000) },
    )
  })

  it('result in the same record when repeated', () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(derived(mergeList([...all, ...other]))).toEqual(derived(mergeList(all)))
      }),
      { numRuns: 500 },
    )
  })
})
