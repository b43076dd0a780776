import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { asset } from '../../../test/support/asset.ts'

const PASSWORD = 'correct horse battery'
const seconds = (text: string): number => Date.parse(`${text}Z`) / 1000
const NOW = Date.parse('2026-11-21T12:00:00Z')

const RECORDS = [
  asset({
    reached: 'www.example.com',
    port: 443,
    protocol: 'https',
    ip: '192.0.2.10',
    domain: 'example.com',
    title: 'Shop',
    body: '<b>whole</b>',
    header: 'HTTP/1.1 200 OK\r\n',
    product: ['nginx', 'PHP'],
    product_version: ['1.24.0', ''],
    category: ['server', 'language'],
    country: 'DE',
    province: 'Bavaria',
    as_number: 64500,
    as_organization: 'Example GmbH',
    structinfo: '{}',
    cert_sn: '5',
    cert_subject_cn: 'www.example.com',
    cert_not_before: '2026-01-01 00:00:00',
    cert_not_after: '2026-11-01 00:00:00',
    lastupdatetime: seconds('2026-11-20T08:00:00'),
    firstseen: seconds('2024-05-01T00:00:00'),
    history: [
      { time: 5, title: 'a', header: 'b', body: 'c', banner: '', cert: '' },
      { time: 9, title: 'A', header: 'b', body: 'C', banner: '', cert: '' },
    ],
  }),
  asset({
    reached: 'shop.example.com',
    port: 80,
    protocol: 'http',
    ip: '192.0.2.10',
    domain: 'example.com',
    title: 'Shop',
    country: 'DE',
    province: 'Berlin',
    as_number: 64500,
    lastupdatetime: seconds('2026-11-01T08:00:00'),
    firstseen: seconds('2026-11-01T08:00:00'),
  }),
  asset({
    reached: '192.0.2.10',
    port: 22,
    protocol: 'ssh',
    ip: '192.0.2.10',
    country: 'FR',
    lastupdatetime: seconds('2024-01-01T00:00:00'),
    firstseen: seconds('2023-01-01T00:00:00'),
  }),
  ...['a', 'b'].map((name) =>
    asset({
      reached: `${name}.twin.example`,
      port: 80,
      title: 'Twin',
      body: 'twin',
      body_hash: '5',
      lastupdatetime: 5,
    }),
  ),
  asset({ reached: 'notexample.com', port: 80, protocol: 'http', ip: '192.0.2.99' }),
]

describe('the figures beside the results', () => {
  let api: TestApi
  let session: { readonly cookies: Record<string, string>; readonly headers: Record<string, string> }
  beforeAll(async () => {
    const accounts = { ann: { password: PASSWORD, level: 'free', coins: 3 } } as const
    api = await testApi({ records: RECORDS, accounts, now: () => NOW })
    const payload = { email: 'ann@example.com', password: PASSWORD }
    const answer = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]))
    session = { cookies, headers: { 'x-csrf-token': String(answer.json()['csrf']) } }
  })
  afterAll(() => api.close())

  const ask = async (path: string, payload: object) => {
    const answer = await api.app.inject({ method: 'POST', url: `/web/api/${path}`, ...session, payload })
    return { status: answer.statusCode, body: answer.json() }
  }

  it('counts the values of fields, most frequent first, with the condition for each', async () => {
    const query = { query: 'domain="example.com"', full: false }
    const { body } = await ask('facets', { ...query, fields: ['title', 'asn', 'product', 'os'] })
    expect(body).toEqual({
      error: false,
      total: 2,
      addresses: 1,
      facets: [
        {
          field: 'title',
          distinct: 1,
          values: [{ value: 'Shop', count: 2, condition: 'title=="Shop"' }],
        },
        {
          field: 'as_number',
          distinct: 1,
          values: [{ value: '64500', count: 2, label: 'Example GmbH', condition: 'as_number="64500"' }],
        },
        {
          field: 'product',
          distinct: 2,
          values: [
            { value: 'PHP', count: 1, condition: 'product=="PHP"' },
            { value: 'nginx', count: 1, condition: 'product=="nginx"' },
          ],
        },
        { field: 'os', distinct: 0, values: [] },
      ],
    })
  })

  it('counts how often values of two fields occur together, also of lists', async () => {
    const query = { query: 'ip="192.0.2.10"', full: true }
    const cross = async (rows: string, columns: string) => {
      const { body } = await ask('cross', { ...query, rows, columns })
      const names = (values: readonly { readonly value: string }[]) => values.map(({ value }) => value)
      return { rows: names(body.rows), columns: names(body.columns), counts: body.counts, total: body.total }
    }
    expect(await cross('country', 'port')).toEqual({
      ...{ rows: ['DE', 'FR'], columns: ['22', '443', '80'], total: 3 },
      counts: [
        [0, 1, 1],
        [1, 0, 0],
      ],
    })
    expect(await cross('product', 'country')).toMatchObject({
      rows: ['PHP', 'nginx'],
      counts: [
        [1, 0],
        [1, 0],
      ],
    })
    expect(await cross('product', 'category')).toMatchObject({
      columns: ['language', 'server'],
      counts: [
        [1, 1],
        [1, 1],
      ],
    })
    expect(await cross('os', 'port')).toMatchObject({ rows: [], counts: [] })
    expect((await ask('cross', { ...query, rows: 'header', columns: 'port' })).body.errmsg).toContain(
      'header',
    )
  })

  it('returns countries with their regions, and years', async () => {
    const asked = { query: 'ip="192.0.2.10"', full: true, fields: ['country', 'lastupdatetime'], size: 1 }
    const { body } = await ask('facets', { ...asked, regions: true })
    const regions = [{ value: 'Bavaria', count: 1, condition: 'country=="DE" && province=="Bavaria"' }]
    expect(body.facets).toEqual([
      {
        field: 'country',
        distinct: 2,
        values: [{ value: 'DE', count: 2, label: 'Germany', condition: 'country=="DE"', regions }],
      },
      {
        field: 'lastupdatetime',
        distinct: 2,
        values: [{ value: '2026', count: 2, condition: 'lastupdatetime="2026"' }],
      },
    ])
  })

  it('returns a time line without gaps', async () => {
    const { body } = await ask('timeline', { query: 'ip="192.0.2.10"', full: false })
    expect(body).toMatchObject({ error: false, step: 'hour', every: 6 })
    expect(body.buckets[0]).toEqual({ from: '2026-11-01T06:00:00Z', to: '2026-11-01T12:00:00Z', count: 1 })
    expect(body.buckets.at(-1)).toEqual({
      from: '2026-11-20T06:00:00Z',
      to: '2026-11-20T12:00:00Z',
      count: 1,
    })
    expect(body.buckets).toHaveLength(77)
    const all = await ask('timeline', { query: 'ip="192.0.2.10"', full: true })
    expect(all.body).toMatchObject({ step: 'week', every: 2 })
  })

  it.each(['192.0.2.10', 'http://192.0.2.10:8080/', '::ffff:192.0.2.10'])(
    'summarizes the address %s',
    async (name) => {
      const { body } = await ask('host', { name })
      expect(body).toMatchObject({
        error: false,
        name: '192.0.2.10',
        kind: 'address',
        total: 3,
        cut: false,
        addresses: ['192.0.2.10'],
        names: ['shop.example.com', 'www.example.com'],
        domains: ['example.com'],
        place: { country: 'DE', province: 'Bavaria' },
        network: { as_number: 64500, as_organization: 'Example GmbH' },
        firstseen: '2023-01-01 00:00:00',
        lastupdatetime: '2026-11-20 08:00:00',
      })
      expect(body.services.map(({ host }: { host: string }) => host)).toEqual([
        'https://www.example.com',
        'shop.example.com',
        '192.0.2.10:22',
      ])
      expect(body.services[0]).toMatchObject({
        products: [
          { name: 'nginx', version: '1.24.0', category: 'server' },
          { name: 'PHP', version: '', category: 'language' },
        ],
        certificate: { serial: '5', validity: 'expired' },
        history: [
          { time: '1970-01-01 00:00:05', changed: [] },
          { time: '1970-01-01 00:00:09', changed: ['title', 'body'] },
        ],
      })
      expect(body.certificates).toMatchObject([
        { subject: 'www.example.com', hosts: ['https://www.example.com'] },
      ])
    },
  )

  it.each([
    ['example.com', 2],
    ['WWW.Example.COM.', 1],
    ['https://www.example.com:443/path', 1],
  ])('summarizes the name %s, and no other', async (name, total) => {
    expect((await ask('host', { name })).body).toMatchObject({ kind: 'name', total })
  })

  it.each(['xample.com', 'a.example.org', 'not a name', '', '.', '192.0.2.1'])(
    'answers without an error that no record of host `%s` is known',
    async (name) => {
      const { status, body } = await ask('host', { name })
      expect([status, body.name, body.total, body.services]).toEqual([200, name, 0, []])
    },
  )

  it('returns the long fields of one record', async () => {
    const asked = { host: 'https://www.example.com', base_protocol: 'tcp', ip: '192.0.2.10' }
    const { body } = await ask('record', { ...asked, fields: ['body', 'header', 'cert'] })
    expect(body).toMatchObject({
      host: 'https://www.example.com',
      lastupdatetime: '2026-11-20 08:00:00',
      fields: { body: '<b>whole</b>', header: 'HTTP/1.1 200 OK\r\n', cert: '' },
      body_full_length: null,
    })
    const other = await ask('record', { ...asked, ip: '192.0.2.11', fields: ['body'] })
    expect(other.status).toBe(404)
  })

  it('completes values in any case', async () => {
    expect((await ask('values', { field: 'title', prefix: 'sH' })).body).toEqual({
      error: false,
      values: [{ value: 'Shop', count: 2 }],
      complete: true,
    })
    expect((await ask('values', { field: 'body', prefix: 'a' })).body.values).toEqual([])
  })

  it('refuses fields that the level may not see, in the query too', async () => {
    const query = { query: 'structinfo="x"', full: false }
    for (const [path, payload] of [
      ['facets', { ...query, fields: ['title'] }],
      ['timeline', query],
      ['record', { host: 'https://www.example.com', base_protocol: 'tcp', fields: ['structinfo'] }],
    ] as const) {
      const { status, body } = await ask(path, payload)
      expect([status, body.errmsg]).toEqual([403, expect.stringContaining('[820001] structinfo')])
    }
  })

  it.each([
    ['facets', { query: 'port=', full: false, fields: [] }, '[820000]'],
    [
      'facets',
      { query: 'x', full: false, fields: ['titel'] },
      'unknown field `titel`; did you mean `title`?',
    ],
    ['facets', { query: 'x', full: false, fields: ['body'] }, 'are not counted'],
    ['facets', { query: 'x', full: false, fields: [1] }, '`fields` must be a list of texts'],
    ['facets', { query: 'x', full: false, fields: ['title'], size: 1000 }, 'from 1 to 250'],
    ['timeline', { query: 'x', full: 'yes' }, 'full `yes` must be true or false'],
    ['values', { field: 'after', prefix: '' }, 'field names `after`, which is a condition only'],
    ['record', { host: 1 }, '`host` must be a text'],
  ])('%s with %j is refused with its reason', async (path, payload, reason) => {
    const { status, body } = await ask(path, payload)
    expect([status, body.errmsg]).toEqual([400, expect.stringContaining(reason)])
  })

  it('costs nothing', async () => {
    await ask('facets', { query: 'port="80"', full: true, fields: ['port'] })
    const { body } = await ask('host', { name: '192.0.2.10' })
    expect(body.error).toBe(false)
    const account = await api.app.inject({ url: '/web/api/account', ...session })
    expect(account.json()).toMatchObject({ coins: 3 })
  })

  it('collapses look-alikes, counts all of them, and says how many there are', async () => {
    const asked = { query: 'title="Twin"', full: true }
    const { body } = await ask('search', { ...asked, size: 10, collapse: true })
    const hash = body.results[0][body.fields.indexOf('body_hash')]
    expect([body.total, body.results.length, hash]).toEqual([2, 1, '5'])
    const alike = await ask('look-alikes', { ...asked, hashes: `${hash},,6` })
    expect(alike.body.pages).toEqual([{ title: 'Twin', hash, count: 2 }])
    const many = Array.from({ length: 101 }, (_, index) => String(index)).join(',')
    expect((await ask('look-alikes', { ...asked, hashes: many })).body.errmsg).toContain('at most 100')
  })

  it('responds to any body with a result or a reason', async () => {
    const paths = fc.constantFrom('facets', 'timeline', 'host', 'record', 'values')
    const value = fc.oneof(fc.string(), fc.constantFrom('title', 'country', 'port=80'), fc.jsonValue())
    const keys = fc.constantFrom('query', 'full', 'fields', 'size', 'name', 'host', 'field', 'prefix')
    await fc.assert(
      fc.asyncProperty(paths, fc.dictionary(keys, value), async (path, payload) => {
        const { status, body } = await ask(path, payload)
        expect([200, 400, 403, 404]).toContain(status)
        expect(body.error).toBe(status !== 200)
      }),
      { numRuns: 200 },
    )
  })
})
