// The client package against a real server on loopback, and the examples as programs of their own.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Periplus, PeriplusError } from '../../client/src/index.ts'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const directory = mkdtempSync(join(tmpdir(), 'periplus-client-'))
let api: TestApi
let url = ''
let periplus: Periplus

const records = Array.from({ length: 5 }, (_, index) =>
  asset({
    reached: `h${index}.example.com`,
    host: `https://h${index}.example.com`,
    ip: `192.0.2.${index + 1}`,
    port: 443,
    protocol: 'https',
    title: `login ${index}`,
    country: 'DE',
    country_name: 'Germany',
    lastupdatetime: Date.UTC(2026, 10, 20, 12, 0, index) / 1000,
  }),
)

beforeAll(async () => {
  api = await testApi({
    records,
    accounts: { ada: { level: 'member' }, live: { level: 'member', dialect: 'live' } },
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  periplus = clientOf('ada')
})
afterAll(async () => {
  await api.close()
  rmSync(directory, { recursive: true, force: true })
})

function clientOf(name: string): Periplus {
  const account = api.credentials[name]
  if (account === undefined) throw new Error(`no account ${name}`)
  return new Periplus({ url, ...account })
}

const newest = 'https://h4.example.com'

describe('a search', () => {
  it('gives records with the fields asked for', async () => {
    const page = await periplus.search({ query: 'title="login"', fields: ['host', 'port'], size: 2 })
    expect(page).toMatchObject({ total: 5, page: 1, mode: 'extended' })
    expect(page.records).toEqual([
      { host: newest, port: '443' },
      { host: 'https://h3.example.com', port: '443' },
    ])
  })

  it('gives the same to accounts of dialect live, where one field comes without an array', async () => {
    const page = await clientOf('live').search({ query: 'title="login"', fields: ['host'], size: 1 })
    expect(page).toMatchObject({ total: 5, records: [{ host: newest }] })
  })

  it('fails with the place of a mistake', async () => {
    const error: unknown = await periplus
      .search({ query: 'titel="x"', fields: ['host'] })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(PeriplusError)
    expect(error).toMatchObject({ code: 'syntax', message: expect.stringContaining('did you mean `title`?') })
  })

  it('for every match goes to any depth, and ends', async () => {
    const hosts: string[] = []
    for await (const { host } of periplus.searchAll({ query: 'title="login"', fields: ['host'], size: 2 })) {
      hosts.push(host)
    }
    expect(hosts).toEqual(records.map(({ host }) => host).reverse())
  })

  it('for statistics counts values', async () => {
    const { size, aggs, distinct } = await periplus.stats({
      query: 'title="login"',
      fields: ['port', 'country'],
    })
    expect({ size, ports: aggs['port'], addresses: distinct['ip'] }).toMatchObject({
      size: 5,
      ports: [{ name: '443', count: 5 }],
      addresses: 5,
    })
    expect(aggs['countries']).toMatchObject([{ name_code: 'DE', count: 5 }])
  })

  it('for a host reports its ports', async () => {
    expect(await periplus.host('192.0.2.1')).toMatchObject({ ip: '192.0.2.1', port: [443] })
    expect(await periplus.hostDetail('192.0.2.1')).toMatchObject({
      ports: [{ port: 443, protocol: 'https' }],
    })
    await expect(periplus.host('198.51.100.1')).rejects.toMatchObject({ code: 'host' })
  })

  it('takes queries in any script', async () => {
    const page = await periplus.search({ query: 'title="панель 日本語 😀"', fields: ['host'] })
    expect(page.total).toBe(0)
  })
})

describe('other calls', () => {
  it('know the account, the fields, the tags and other languages', async () => {
    expect(await periplus.info()).toMatchObject({ email: 'ada@example.com', level: 'member' })
    expect((await periplus.fields()).map(({ name }) => name)).toContain('cert.subject.cn')
    expect(await periplus.vocabulary()).not.toHaveLength(0)
    expect(await periplus.translate('port:443')).toMatchObject({ from: 'shodan', query: 'port="443"' })
  })

  it('look up one address and tag many', async () => {
    const { entry } = await periplus.lookup('192.0.2.1')
    expect(entry).toMatchObject({ status: 'ok', ip: '192.0.2.1' })
    const states: string[] = []
    const result = await periplus.tag(['192.0.2.1', 'x', '192.0.2.1'], {
      onProgress: ({ state }) => states.push(state),
    })
    expect(result.results.map(({ status }) => status)).toEqual(['ok', 'invalid', 'duplicate'])
    expect(states.at(-1)).toBe('success')
  })

  it('export every match as a file', async () => {
    const found = await periplus.export({ query: 'title="login"', fields: ['host'], format: 'csv' })
    const text = await new Response(found.stream()).text()
    expect(text.trim().split(/\r?\n/)).toEqual(['host', ...records.map(({ host }) => host).reverse()])
    expect(await new Response(found.stream(6)).text()).toBe(text.slice(6))
  })
})

/** Runs an example against the server and resolves to what it prints. */
function runExample(name: string): Promise<string> {
  const account = api.credentials['ada']
  const node = join(ROOT, 'node_modules/.bin/node')
  const args = [
    '--disable-warning=ExperimentalWarning',
    join(ROOT, 'examples', name),
    join(directory, 'out.csv'),
  ]
  const env = {
    ...process.env,
    PERIPLUS_SERVER: url,
    PERIPLUS_EMAIL: account?.email,
    PERIPLUS_KEY: account?.key,
  }
  const child = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let error = ''
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    error += part.toString()
  })
  return new Promise((done, failed) => {
    child.once('close', (code) => (code === 0 ? done(out) : failed(new Error(`${name}: ${error}`))))
  })
}

describe('examples', () => {
  const WANTED: Readonly<Record<string, RegExp>> = {
    'search.ts': /^5 of 5\nhttps:\/\/h4\.example\.com\t192\.0\.2\.5\tlogin 4\n/,
    'export.ts': /^5 rows in .*out\.csv for 0 coins\n$/,
    'tag.ts': /^10\.0\.0\.1\t.*reserved.*\n192\.0\.2\.1\t.*\nno address\t.+\n$/,
    'lookup.ts': /^.*reserved:documentation\t/m,
    'translate.ts': /^`screenshot\.label:ics` is left out: .*\n5 records match port="443"\n$/,
    'every-match.ts': /^443\t5\n$/,
    'stop.ts': /^https:\/\/h4\.example\.com\n.*\n.*\n$/,
    'statistics.ts': /^5 records\nport\t443\t5\t.* && port="443"\ncountries\tGermany\t5\t/,
    'failures.ts': /^syntax\n\[820000\] .*did you mean `title`\?\n$/,
  }

  it('are all run here', () => {
    expect(readdirSync(join(ROOT, 'examples')).toSorted()).toEqual(Object.keys(WANTED).toSorted())
  })

  it.each(Object.entries(WANTED))('%s does what it says', async (name, wanted) => {
    expect(await runExample(name)).toMatch(wanted)
    if (name === 'export.ts') {
      expect(readFileSync(join(directory, 'out.csv'), 'utf8')).toContain('host,ip,title')
    }
  })
})

describe('the built package', () => {
  it('is JavaScript that needs no other package', async () => {
    const out = join(directory, 'dist')
    const code = await new Promise((done) =>
      spawn(join(ROOT, 'node_modules/.bin/tsc'), ['-p', join(ROOT, 'client'), '--outDir', out]).once(
        'close',
        done,
      ),
    )
    expect(code).toBe(0)
    const built = (await import(join(out, 'index.js'))) as { Periplus: typeof Periplus }
    const account = api.credentials['ada'] ?? { email: '', key: '' }
    expect(await new built.Periplus({ url, ...account }).info()).toMatchObject({ email: 'ada@example.com' })
    const sources = readdirSync(out).filter((name) => name.endsWith('.js'))
    const imports = sources.flatMap(
      (name) => readFileSync(join(out, name), 'utf8').match(/from '[^.][^']*'/g) ?? [],
    )
    expect(imports).toEqual([])
  })
})
