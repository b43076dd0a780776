// Exports through the API: what they cost, what they hold, who may see them, and how they are fetched.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

const now = Math.floor(Date.now() / 1000)
const records = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    asset({ reached: `h${index}.example.com`, title: `page "${index}"`, lastupdatetime: now - index }),
  )

let api: TestApi | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
})

interface Job {
  readonly error: boolean
  readonly errmsg?: string
  readonly id: number
  readonly state: string
  readonly progress: number
  readonly total: number
  readonly rows: number
  readonly cost: number
  readonly download_url?: string
  readonly reason?: string
}

async function open(options: TestApiOptions = {}): Promise<TestApi> {
  api = await testApi({
    records: records(5),
    accounts: { a: { level: 'free', coins: 10 }, b: {} },
    ...options,
  })
  return api
}

async function call(
  bench: TestApi,
  account: string,
  method: 'GET' | 'POST',
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Job> {
  const text = String(new URLSearchParams({ ...bench.credentials[account], ...parameters }))
  const answer = await bench.app.inject(
    method === 'GET'
      ? { method, url: `${path}?${text}` }
      : {
          method,
          url: path,
          payload: text,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        },
  )
  return answer.json<Job>()
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

async function begin(
  bench: TestApi,
  more: Readonly<Record<string, string>> = {},
  account = 'a',
): Promise<Job> {
  return call(bench, account, 'POST', '/api/v1/export', { qbase64: base64('title="page"'), ...more })
}

async function ended(bench: TestApi, id: number, account = 'a'): Promise<Job> {
  return eventually(async () => {
    const job = await call(bench, account, 'GET', `/api/v1/export/${id}`)
    expect(job.state).toMatch(/success|failure/)
    return job
  })
}

async function fetchFile(bench: TestApi, job: Job, headers: Readonly<Record<string, string>> = {}) {
  const { pathname, search } = new URL(job.download_url ?? 'http://none/')
  return bench.app.inject({ method: 'GET', url: pathname + search, headers })
}

async function coins(bench: TestApi): Promise<number> {
  const answer = (await call(bench, 'a', 'GET', '/api/v1/info/my')) as unknown as { coins: number }
  return answer.coins
}

describe('an export', () => {
  it('ends with a file of all matches, costs one price, and needs no credentials to be fetched', async () => {
    const bench = await open()
    const job = await begin(bench, { fields: 'host,title' })
    expect(job).toMatchObject({ error: false, total: 5, cost: 1 })
    expect(job.download_url).toBeUndefined()
    const end = await ended(bench, job.id)
    expect(end).toMatchObject({ state: 'success', progress: 100, rows: 5, cost: 1 })
    expect(end.download_url).toMatch(/\/file_downloads\/export\?filename=\d+-[0-9a-f]{32}\.ndjson$/)
    const file = await fetchFile(bench, end)
    expect(file.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const rows = file.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { title: string })
    expect(rows.map((row) => row.title)).toEqual([0, 1, 2, 3, 4].map((index) => `page "${index}"`))
    expect(await coins(bench)).toBe(9)
  })

  it.each([
    ['csv', { bom: 'true' }, /^\ufefftitle\r\n"page ""0"""\r\n/],
    ['csv', {}, /^title\r\n"page ""0"""\r\n/],
    ['json', {}, /^\[\n\{"title":"page \\"0\\""\},\n.*\n\]\n$/s],
  ])('can be had as %s with %o', async (format, more, text) => {
    const bench = await open()
    const end = await ended(bench, (await begin(bench, { fields: 'title', format, ...more })).id)
    expect((await fetchFile(bench, end)).body).toMatch(text)
  })

  it('costs one price per started ten thousand rows, and nothing when nothing matches', async () => {
    const bench = await open({ records: records(10_001) })
    const end = await ended(bench, (await begin(bench)).id)
    expect(end).toMatchObject({ rows: 10_001, cost: 2 })
    const empty = await ended(bench, (await begin(bench, { qbase64: base64('title="nowhere"') })).id)
    expect(empty).toMatchObject({ state: 'success', rows: 0, cost: 0 })
    expect((await fetchFile(bench, empty)).body).toBe('')
    expect(await coins(bench)).toBe(8)
  })

  it('is refused when the coins do not cover it, and takes none', async () => {
    const bench = await open({ accounts: { a: { level: 'free', coins: 1 } }, records: records(10_001) })
    expect(await begin(bench)).toEqual({ error: true, errmsg: 'The service coin is not enough!' })
    expect(await coins(bench)).toBe(1)
    expect((await call(bench, 'a', 'GET', '/api/v1/export')) as unknown).toEqual({
      error: false,
      exports: [],
    })
  })

  it('runs alone for its account: asked for again it is the same one, another one is refused', async () => {
    const bench = await open()
    const gate = Promise.withResolvers<void>()
    bench.store.hold = () => (bench.store.calls() > 1 ? gate.promise : Promise.resolve())
    const job = await begin(bench)
    expect((await begin(bench)).id).toBe(job.id)
    expect((await begin(bench, { format: 'csv' })).errmsg).toBe(
      `[-4] Params Error: export ${job.id} of this account is running; one runs at a time, wait for its end`,
    )
    gate.resolve()
    await ended(bench, job.id)
    expect((await begin(bench)).id).not.toBe(job.id)
  })

  it('fails with a reason, gives its coins back and leaves no file', async () => {
    const bench = await open()
    bench.store.hold = async () => {
      if (bench.store.calls() > 1) throw new Error('the engine broke')
    }
    const end = await ended(bench, (await begin(bench)).id)
    expect(end).toMatchObject({ state: 'failure', reason: 'Internal Server Error!', cost: 0 })
    expect(await coins(bench)).toBe(10)
    expect(readdirSync(join(bench.config.data, 'exports'))).toEqual([])
  })

  it('exists for its own account only', async () => {
    const bench = await open()
    const { id } = await begin(bench)
    for (const [account, wanted] of [
      ['b', id],
      ['a', id + 1],
      ['a', 'x'],
    ] as const)
      expect(await call(bench, account, 'GET', `/api/v1/export/${wanted}`)).toEqual({
        error: true,
        errmsg: 'Task does not exist!',
      })
    await ended(bench, id)
  })

  it('can be fetched in parts', async () => {
    const bench = await open()
    const end = await ended(bench, (await begin(bench, { fields: 'host' })).id)
    const whole = (await fetchFile(bench, end)).body
    const size = Buffer.byteLength(whole)
    const cases = [
      ['bytes=10-19', 206, whole.slice(10, 20), `bytes 10-19/${size}`],
      ['bytes=10-', 206, whole.slice(10), `bytes 10-${size - 1}/${size}`],
      ['bytes=-7', 206, whole.slice(-7), `bytes ${size - 7}-${size - 1}/${size}`],
      [`bytes=${size}-`, 416, '', `bytes */${size}`],
      ['lines=1-2', 200, whole, undefined],
    ] as const
    for (const [range, status, body, contentRange] of cases) {
      const part = await fetchFile(bench, end, { range, 'accept-encoding': 'gzip' })
      expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
        status,
        body,
        contentRange,
      ])
    }
    const changed = await fetchFile(bench, end, { range: 'bytes=1-2', 'if-range': '"another"' })
    expect([changed.statusCode, changed.body]).toEqual([200, whole])
  })

  it('expires, and only names that were given out are opened', async () => {
    let time = Date.now()
    const bench = await open({ now: () => time, settings: { 'export.linkExpiry': '1 h' } })
    const end = await ended(bench, (await begin(bench)).id)
    const name = new URL(end.download_url ?? '').searchParams.get('filename') ?? ''
    const other = name.replace(/-[0-9a-f]/, (text) => (text === '-0' ? '-1' : '-0'))
    for (const wrong of [other, `../exports/${name}`, '', `${name}.mark`]) {
      const url = `/file_downloads/export?filename=${encodeURIComponent(wrong)}`
      const answer = await bench.app.inject({ method: 'GET', url })
      expect([answer.statusCode, answer.json()]).toEqual([
        404,
        { error: true, errmsg: 'File does not exist!' },
      ])
    }
    time += 3_600_001
    expect((await fetchFile(bench, end)).statusCode).toBe(404)
    expect((await ended(bench, end.id)).download_url).toBeUndefined()
    await bench.jobs.purge()
    expect(readdirSync(join(bench.config.data, 'exports'))).toEqual([])
  })

  it('is removed when its account has more than are kept', async () => {
    const bench = await open({ settings: { 'export.keep': '2' } })
    const ends: Job[] = []
    for (const fields of ['host', 'ip', 'port', 'title'])
      ends.push(await ended(bench, (await begin(bench, { fields })).id))
    const statuses = await Promise.all(ends.map(async (end) => (await fetchFile(bench, end)).statusCode))
    expect(statuses).toEqual([404, 200, 200, 200])
  })
})
