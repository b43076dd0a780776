import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Asset, deriveColumns, exclusionFinder, type ExclusionRule } from '../../../src/asset/index.ts'
import { fieldNamed } from '../../../src/field/index.ts'
import { type ResolvedNode, type ResolvedQuery, readQuery } from '../../../src/query/index.ts'
import { addLists, withVulnerabilities } from '../../../src/service/vulnerability/index.ts'
import type { Store } from '../../../src/store/index.ts'
import { SCHEMA_VERSION } from '../../../src/store/schema/index.ts'
import { asset } from '../../support/asset.ts'
import { describeStores } from '../../support/engines.ts'
import { evaluate } from '../../support/evaluate.ts'
import { memoryStore } from '../../support/memory-store.ts'

const query = (root: ResolvedNode): ResolvedQuery => ({ mode: 'extended', root, resolved: true })
const now = Date.UTC(2026, 10, 20)

describeStores('the store', (open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
  })
  afterAll(() => store.close())

  it('collapses records with the same title and nearly the same body to the newest', async () => {
    const page = (name: string, time: number, title: string, body: string, body_fuzzy_hash = '') =>
      deriveColumns({
        ...asset({
          ...{ reached: `${name}.alike.example`, port: 80, title, body, body_hash: body, body_fuzzy_hash },
        }),
        ...{ content_time: time, content_import: 'alike', lastupdatetime: time, firstseen: time },
      })
    await store.write([
      page('a', 1_700_000_001, 'Same', 'x'),
      page('b', 1_700_000_002, 'Same', 'x'),
      page('c', 1_700_000_003, 'Other', 'x'),
      page('d', 1_700_000_004, 'Same', ''),
      page('e', 1_700_000_005, 'Same', ''),
      page('f', 1_700_000_006, 'Near', 'token 1', '0123456789abcdef'),
      page('g', 1_700_000_007, 'Near', 'token 2', '0123456789abcdef'),
      page('h', 1_700_000_008, 'Far', 'token 3', '0123456789abcdef'),
    ])
    const selection = { query: readQuery('host="alike.example"'), since: undefined, now }
    const hosts = async (offset: number, limit: number, collapse: boolean) => {
      const fields = [fieldNamed('host')]
      const { rows } = await store.page({ ...selection, fields, offset, limit, collapse, counting: true })
      return rows.map(([host = '']) => host.charAt(0)).join('')
    }
    expect(await hosts(0, 10, false)).toBe('hgfedcba')
    expect(await hosts(0, 10, true)).toBe('hgedcb')
    expect(await hosts(4, 2, true)).toBe('cb')
    expect(await hosts(0, 10, false)).toBe('hgfedcba')
    expect(await store.remove(selection)).toBe(8)
  })

  it('answers with what was written', async () => {
    const seen = 1_760_000_000
    const page = {
      title: "Панель it's 100%_\\ \0",
      body: '<a>\n"x"\t</a>',
      content_time: seen,
      content_import: 'one',
      lastupdatetime: seen,
      firstseen: seen,
      latitude: 1.5,
      product: ['nginx', 'php'],
    }
    const result = await store.write([
      {
        ...asset({ reached: 'a.example.com', port: 443 }),
        ...page,
        protocol: 'https',
        host: 'https://a.example.com',
      },
      {
        ...asset({ reached: '192.0.2.1', port: 80 }),
        ip: '192.0.2.1',
        lastupdatetime: seen + 5,
        firstseen: seen,
      },
    ])
    expect(result).toEqual({ added: 2, replaced: 0, touched: 0, unchanged: 0 })
    const selection = { query: query({ kind: 'constant', value: true }), since: undefined, now }
    const fields = ['host', 'title', 'body', 'product', 'latitude', 'lastupdatetime', 'ip'].map(fieldNamed)
    const { rows, end } = await store.page({ ...selection, fields, offset: 0, limit: 10 })
    expect(rows).toEqual([
      ['192.0.2.1:80', '', '', '', '', '2025-10-09 08:53:25', '192.0.2.1'],
      ['https://a.example.com', page.title, page.body, 'nginx,php', '1.5', '2025-10-09 08:53:20', ''],
    ])
    expect(end).toEqual({ lastupdatetime: seen, host: 'https://a.example.com', base_protocol: 'tcp' })
    expect(await store.count(selection)).toBe(2)
    const pages = []
    for await (const piece of store.scan({ ...selection, fields })) pages.push(...piece.rows)
    expect(pages).toEqual(rows)
    expect(await store.info()).toMatchObject({ records: 2, newest: seen + 5, schemaVersion: SCHEMA_VERSION })
    expect(await store.count({ ...selection, query: query({ kind: 'word', word: 'ПАНЕЛЬ' }) })).toBe(1)
  })

  it('replaces, and shows each record once', async () => {
    const seen = 1_770_000_000
    const update = deriveColumns({
      ...asset({ reached: '192.0.2.1', port: 80 }),
      ip: '192.0.2.1',
      lastupdatetime: seen,
      firstseen: seen,
      header: 'HTTP/1.1 200',
      content_time: seen,
      content_import: 'two',
    })
    expect(await store.write([update])).toEqual({ added: 0, replaced: 1, touched: 0, unchanged: 0 })
    expect(await store.write([update])).toEqual({ added: 0, replaced: 0, touched: 0, unchanged: 1 })
    const selection = { query: query({ kind: 'constant', value: true }), since: undefined, now }
    expect(await store.count(selection)).toBe(2)
    const { rows } = await store.page({
      ...selection,
      fields: [fieldNamed('host'), fieldNamed('firstseen')],
      offset: 0,
      limit: 10,
    })
    expect(rows[0]).toEqual(['192.0.2.1', '2025-10-09 08:53:20'])
  })

  it('answers a page of few matches again, with another limit of age, and anew once records change', async () => {
    const seen = 1_770_000_000
    const record = (number: number, title: string) => ({
      ...asset({ reached: `again${number}.example.com`, port: 80 }),
      title,
      content_time: seen + number,
      content_import: 'again',
      lastupdatetime: seen + number,
      firstseen: seen,
    })
    const titles = async (since?: number): Promise<readonly (readonly string[])[]> => {
      const selection = { query: readQuery('title="quokka"'), since, now }
      const { rows } = await store.page({ ...selection, fields: [fieldNamed('title')], offset: 0, limit: 10 })
      return rows
    }
    expect([await titles(), await titles()]).toEqual([[], []])
    const odd = (number: number): boolean => number % 3 === 0
    const records = Array.from({ length: 9 }, (_, number) =>
      record(number, odd(number) ? `quokka ${number}` : 'x'),
    )
    await store.write(records)
    for (let time = 0; time < 2; time++)
      expect(await titles()).toEqual([['quokka 6'], ['quokka 3'], ['quokka 0']])
    expect(await titles(seen)).toHaveLength(3)
    expect(await titles(seen + 1)).toEqual([['quokka 6'], ['quokka 3']])
    expect(await titles(seen)).toHaveLength(3)
    await store.write([record(20, 'quokka 20')])
    for (let time = 0; time < 2; time++) expect((await titles())[0]).toEqual(['quokka 20'])
    expect(await titles()).toHaveLength(4)
  })

  it('leaves out what rules exclude at once, and removes exactly that', async () => {
    const seen = 1_771_000_000
    const make = (reached: string, more: Partial<Asset> = {}) =>
      asset({ reached, port: 81, title: 'wombat', lastupdatetime: seen, firstseen: seen, ...more })
    const records = [
      make('198.18.0.7', { ip: '198.18.0.7' }),
      make('2001:db8:5::1', { ip: '2001:db8:5::1', is_ipv6: true }),
      make('many.example.net', { ip: '203.0.113.1', ips: ['203.0.113.1', '198.18.0.9'] }),
      make('six.example.net', { ip: '203.0.113.2', ips: ['203.0.113.2', '2001:db8:5::9'] }),
      make('near.example.net', { ip: '203.0.113.3', ips: ['203.0.113.3', '198.19.0.2', '2001:db8:6::1'] }),
      make('a.b.hidden.example'),
      make('hidden.example'),
      make('nothidden.example'),
      make('printed.example.net', { cert_sha256: 'ab'.repeat(32) }),
      make('named.example.net', { cert_domain: ['x.example', '*.Secret.example'] }),
      make('subject.example.net', { cert_subject_cn: 'SECRET.example' }),
      make('kept.example.net', { ip: '198.19.0.1', cert_domain: ['notsecret.example'] }),
    ]
    const several = Array.from({ length: 20 }, (_, n) => [
      { kind: 'network', value: `203.0.114.${n}/32` } as const,
      { kind: 'host', value: `other${n}.example` } as const,
    ]).flat()
    const rules: readonly ExclusionRule[] = [
      { kind: 'network', value: '198.18.0.0/16' },
      { kind: 'network', value: '2001:db8:5::/48' },
      { kind: 'host', value: 'hidden.example' },
      { kind: 'certificate', value: 'ab'.repeat(32) },
      { kind: 'certificate_name', value: 'secret.example' },
    ]
    await store.write(records)
    const selection = { query: readQuery('title="wombat"'), since: undefined, now }
    const fields = [fieldNamed('host')]
    const shown = async (): Promise<readonly string[]> => {
      const { rows } = await store.page({ ...selection, fields, offset: 0, limit: 20 })
      expect(await store.count(selection)).toBe(rows.length)
      const dimensions = [{ field: fieldNamed('title') }]
      expect((await store.facets({ ...selection, dimensions, size: 5 })).records).toBe(rows.length)
      return rows.flat().toSorted()
    }
    expect(await shown()).toHaveLength(records.length)
    // Few rules and many are compiled in different ways.
    for (const inForce of [rules, [...rules, ...several]]) {
      store.exclude(inForce)
      const find = exclusionFinder(inForce)
      const left = records.filter((record) => find(record) === undefined).map(({ host }) => host)
      expect(await shown()).toEqual(left.toSorted())
      expect(left).toHaveLength(3)
    }
    expect((await store.observe(['198.18.0.7'], { now })).size).toBe(0)
    expect(await store.removeExcluded(rules)).toBe(9)
    expect(await store.removeExcluded(rules)).toBe(0)
    store.exclude([])
    expect(await shown()).toEqual(['kept.example.net:81', 'near.example.net:81', 'nothidden.example:81'])
  })

  it('counts and removes records that all of their imports let go', async () => {
    const made = (name: string, at: number, imports: readonly string[]) =>
      asset({
        ...{
          reached: `${name}.numbat.example`,
          port: 82,
          title: 'numbat',
          lastupdatetime: at,
          firstseen: at,
        },
        imports: imports.map((id) => [id, at, at] as const),
      })
    const records = [
      made('old', 1000, []),
      made('new', 5000, []),
      made('listed', 1000, ['rk']),
      made('expired', 1000, ['rs']),
      made('both', 1000, ['rs', 'rk']),
      made('mixed', 1000, ['other', 'rs']),
      made('short', 3500, ['rs']),
    ]
    await store.write(records)
    const limits = {
      standard: 2000,
      others: [
        { before: 4000, imports: ['rs'] },
        { before: undefined, imports: ['rk', 'unknown'] },
      ],
    }
    const left = async (): Promise<readonly string[]> => {
      const selection = { query: readQuery('title="numbat"'), since: undefined, now }
      const { rows } = await store.page({
        ...selection,
        fields: [fieldNamed('domain')],
        offset: 0,
        limit: 20,
      })
      return rows.flat()
    }
    expect(await store.countExpired({ standard: undefined, others: [] })).toEqual({
      records: 0,
      byLimit: [0],
    })
    expect(await store.countExpired(limits)).toEqual({ records: 4, byLimit: [2, 3, 0] })
    expect(await store.removeExpired(limits)).toBe(4)
    expect(await store.removeExpired(limits)).toBe(0)
    expect(await left()).toHaveLength(3)
  })

  it('finds records by the imports that observed them', async () => {
    const made = (name: string, imports: readonly string[]) =>
      asset({
        ...{ reached: `${name}.quoll.example`, port: 83, title: 'quoll' },
        imports: imports.map((id) => [id, 1000, 2000] as const),
      })
    const records = [
      made('none', []),
      made('unknown', ['']),
      made('one', ['3f2a']),
      made('both', ['', '3f2a', 'Straße "x"']),
      made('longer', ['3f2a9']),
    ]
    await store.write(records)
    const sameAsNaive = async (condition: string) => {
      const query = readQuery(`title=="quoll" && (${condition})`)
      const fields = [fieldNamed('host')]
      const { rows } = await store.page({ query, since: undefined, now, fields, offset: 0, limit: 20 })
      const wanted = records.filter((record) => evaluate(query, record, now)).map(({ host }) => host)
      expect(rows.flat().sort()).toEqual(wanted.sort())
      return wanted.length
    }
    expect(await sameAsNaive('import=="3f2a"')).toBe(2)
    expect(await sameAsNaive('import=="3F2A"')).toBe(0)
    expect(await sameAsNaive('import="3F2A"')).toBe(2)
    expect(await sameAsNaive('import!=="3f2a"')).toBe(3)
    expect(await sameAsNaive('import=="Straße \\"x\\""')).toBe(1)
    expect(await sameAsNaive('import=""')).toBe(2)
    expect(await sameAsNaive('import=="a,b,c,3f2a9"')).toBe(1)
    expect(await sameAsNaive('import="a,3F2A9"')).toBe(1)
  })

  it('finds, prints and counts what lists of vulnerabilities say of products and findings', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'periplus-listed-'))
    try {
      const entries = ['CVE-2026-1001', 'CVE-2026-1002'].map((id, index) => {
        const criteria = 'cpe:2.3:a:acme:finch:*:*:*:*:*:*:*:*'
        const match = { vulnerable: true, criteria, versionEndIncluding: `${index + 3}.0` }
        return { cve: { id, configurations: [{ nodes: [{ operator: 'OR', cpeMatch: [match] }] }] } }
      })
      writeFileSync(join(folder, 'nvd.json'), JSON.stringify({ vulnerabilities: entries }))
      writeFileSync(join(folder, 'epss.csv'), 'cve,epss,percentile\nCVE-2026-1001,0.25,0.5\n')
      const path = join(folder, 'lists.sqlite')
      await addLists(path, [join(folder, 'nvd.json'), join(folder, 'epss.csv')], now)
      const records = ['0', '1', '2', '3', '3.5', '4', '5'].map((version, index) => {
        const more = index === 6 ? { finding: ['CVE-2026-1001'] } : {}
        const cpe = [`cpe:2.3:a:acme:finch:${version}`, 'cpe:2.3:a:acme:finch']
        return deriveColumns(
          asset({ reached: `v${index}.finch.example`, port: 80, title: 'finch', cpe, ...more }),
        )
      })
      await store.write(records)
      const naive = withVulnerabilities(memoryStore(records), path)
      const real = withVulnerabilities(store, path)
      const fields = ['host', 'cve', 'cve.reason', 'kev', 'epss'].map(fieldNamed)
      const dimensions = ['cve', 'cve.in_range', 'kev', 'port'].map((name) => ({ field: fieldNamed(name) }))
      const answers = async (one: Store, condition: string) => {
        const selection = { query: readQuery(`title="finch" && ${condition}`), since: undefined, now }
        const { rows } = await one.page({ ...selection, fields, offset: 0, limit: 9 })
        return [rows, await one.count(selection), await one.facets({ ...selection, dimensions, size: 5 })]
      }
      const found: unknown[] = []
      for (const text of ['cve="CVE-2026-1001"', 'cve=""', 'epss>=0.2', 'cve.confirmed!=""', 'kev=true']) {
        const answer = await answers(real, text)
        expect(answer, text).toEqual(await answers(naive, text))
        found.push(answer[1])
      }
      expect(found).toEqual([5, 0, 5, 1, 0])
      expect(await store.remove({ query: readQuery('title="finch"'), since: undefined, now })).toBe(7)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
