import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asset } from '../../test/support/asset.ts'
import { type Asset, absorb, type Known, mergeWithin, unitOf } from './index.ts'

const observation = (values: Partial<Asset>): Asset => {
  const time = values.lastupdatetime ?? 100
  const content = values.content_time === undefined ? time : values.content_time
  const whole = {
    ...asset({ reached: 'a.example.com', port: 443 }),
    lastupdatetime: time,
    firstseen: time,
    content_time: content,
    content_import: content === null ? '' : 'one',
    ...values,
  }
  const change = {
    time,
    title: whole.title,
    header: whole.header,
    body: whole.body,
    banner: whole.banner,
    cert: whole.cert,
  }
  return { ...whole, history: content === null ? [] : [change] }
}

const within = (...assets: Asset[]): Asset => assets.map(unitOf).reduce((a, b) => mergeWithin(a, b)).asset

const known = (...assets: Asset[]): Known => {
  let state: Known | undefined
  for (const one of assets) state = absorb(state, unitOf(one))
  if (state === undefined) throw new Error('nothing observed')
  return state
}
const current = (...assets: Asset[]): Asset => known(...assets).current.asset

describe('observations of one import', () => {
  it('fill each other field by field', () => {
    const merged = within(
      observation({ content_time: null, lastupdatetime: 90 }),
      observation({ title: 'Login', stated: ['title'], lastupdatetime: 95 }),
      observation({ cert: 'Subject: x', cert_subject_cn: 'x', stated: ['cert'] }),
    )
    expect(merged).toMatchObject({ title: 'Login', cert_subject_cn: 'x', firstseen: 90, lastupdatetime: 100 })
    expect(merged).toMatchObject({ protocol: 'https', host: 'https://a.example.com', content_time: 100 })
  })

  it('prefer what a source stated to what was derived, also when the derived is newer', () => {
    const merged = within(
      observation({ os: 'linux', stated: ['os'], lastupdatetime: 90 }),
      observation({ os: 'bsd', lastupdatetime: 100 }),
    )
    expect(merged.os).toBe('linux')
  })

  it('prefer the newest of what sources stated, also when it is empty', () => {
    const merged = within(
      observation({ os: 'linux', stated: ['os'], lastupdatetime: 90 }),
      observation({ os: '', stated: ['os'], lastupdatetime: 100 }),
    )
    expect(merged.os).toBe('')
  })

  it('remember from when each field is, so that a middle one does not win over a newer', () => {
    const newest = observation({ os: 'newest', stated: ['os'], lastupdatetime: 50 })
    const later = observation({ banner: 'x', stated: ['banner'], lastupdatetime: 100 })
    const middle = observation({ os: 'middle', stated: ['os'], lastupdatetime: 40 })
    expect(within(newest, later, middle).os).toBe('newest')
  })

  it('take the page with the fewest path segments as a whole, then the newest', () => {
    const page = (title: string, page_depth: number, lastupdatetime: number, body: string): Asset =>
      observation({
        title,
        page_depth,
        lastupdatetime,
        body,
        link: `http://a/${title}`,
        stated: ['link', 'protocol'],
        protocol: 'http',
      })
    expect(
      within(page('deep', 2, 100, 'x'), page('root', 0, 90, ''), page('root2', 0, 80, 'y')),
    ).toMatchObject({
      title: 'root',
      body: '',
      page_depth: 0,
      content_time: 100,
    })
  })
})

describe('observations of several imports', () => {
  it('replace older content as a whole and keep what both share', () => {
    const merged = current(
      observation({
        title: 'old',
        banner: 'gone',
        ip: '192.0.2.1',
        country: 'DE',
        lastupdatetime: 10,
        content_import: 'old',
      }),
      observation({ title: 'new', lastupdatetime: 20, content_import: 'new' }),
    )
    expect(merged).toMatchObject({
      title: 'new',
      banner: '',
      ip: '192.0.2.1',
      firstseen: 10,
      lastupdatetime: 20,
    })
    expect(merged.history.map(({ time, title }) => [time, title])).toEqual([
      [10, 'old'],
      [20, 'new'],
    ])
  })

  it('leave newer content alone when older arrives late', () => {
    const merged = current(
      observation({ title: 'new', lastupdatetime: 20, content_import: 'new' }),
      observation({ title: 'old', lastupdatetime: 10, content_import: 'old' }),
    )
    expect(merged).toMatchObject({ title: 'new', firstseen: 10, lastupdatetime: 20 })
  })

  it('move only the time when a bare port is seen', () => {
    const content = observation({ title: 'x', lastupdatetime: 10 })
    const merged = current(content, observation({ content_time: null, lastupdatetime: 30, type: 'service' }))
    expect(merged).toMatchObject({ title: 'x', lastupdatetime: 30, content_time: 10, type: 'subdomain' })
  })

  it('wake a sleeping import when its later observation arrives', () => {
    const first = observation({
      title: 'first',
      stated: ['title'],
      lastupdatetime: 10,
      content_import: 'slow',
    })
    const other = observation({
      title: 'other',
      banner: 'other',
      lastupdatetime: 20,
      content_import: 'other',
    })
    const second = observation({ cert: 'c', stated: ['cert'], lastupdatetime: 30, content_import: 'slow' })
    expect(current(first, other, second)).toMatchObject({ title: 'first', cert: 'c', banner: '' })
  })

  it('keep the last 20 contents', () => {
    const all = Array.from({ length: 30 }, (_, index) =>
      observation({ title: `t${index}`, lastupdatetime: index + 1, content_import: `i${index}` }),
    )
    const { history } = current(...all)
    expect(history).toHaveLength(20)
    expect(history.at(0)?.title).toBe('t10')
    expect(history.at(-1)?.title).toBe('t29')
  })

  it('note a content that did not change with its earliest time', () => {
    const same = [3, 1, 2].map((time) =>
      observation({ title: 'same', lastupdatetime: time, content_import: `i${time}` }),
    )
    expect(current(...same).history.map(({ time }) => time)).toEqual([1])
  })
})

describe('any order and any grouping', () => {
  const anyText = fc.constantFrom('', 'a', 'b')
  const anyObservation = fc
    .record({
      lastupdatetime: fc.integer({ min: 1, max: 6 }),
      content_import: fc.constantFrom('i1', 'i2', 'i3'),
      bare: fc.boolean(),
      title: anyText,
      header: anyText,
      body: anyText,
      banner: anyText,
      cert: anyText,
      os: anyText,
      ip: fc.constantFrom('', '192.0.2.1', '192.0.2.2'),
      country: anyText,
      page_depth: fc.integer({ min: 0, max: 2 }),
      link: fc.constantFrom('', 'http://a/x'),
      stated: fc.subarray(['title', 'header', 'body', 'banner', 'cert', 'os', 'link', 'ip'] as const),
    })
    .map(({ bare, ...rest }) =>
      observation({
        ...rest,
        ...(bare && {
          content_time: null,
          content_import: '',
          title: '',
          header: '',
          body: '',
          banner: '',
          cert: '',
          link: '',
        }),
        page_depth: rest.stated.includes('link') && rest.link !== '' ? rest.page_depth : 0,
        stated: bare ? rest.stated.filter((name) => name === 'os' || name === 'ip') : rest.stated,
      }),
    )
  const shuffled = fc
    .array(anyObservation, { minLength: 2, maxLength: 7 })
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))

  // Which half-seen contents join the past can depend on the order; which content stands, since when, never does.
  const settled = ({ history: _, ...rest }: Asset): Omit<Asset, 'history'> => rest

  it('ends in the same record', () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(settled(current(...other))).toEqual(settled(current(...all)))
      }),
      { numRuns: 2000 },
    )
  })

  it('ends in the same record when observations come twice', () => {
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        expect(settled(current(...all, ...other))).toEqual(settled(current(...all)))
      }),
      { numRuns: 500 },
    )
  })

  it('ends in the same history when every import says everything at once', () => {
    const whole = fc
      .uniqueArray(anyObservation, { selector: (one) => one.lastupdatetime, minLength: 2, maxLength: 6 })
      .map((all) =>
        all.map((one, index) => (one.content_time === null ? one : { ...one, content_import: `i${index}` })),
      )
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(whole, ([all, other]) => {
        expect(current(...other)).toEqual(current(...all))
      }),
      { numRuns: 1000 },
    )
  })
})
