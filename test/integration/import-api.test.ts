// Files that administrators send to the API: their records, their reports, and failures.
import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { readQuery } from '../../src/query/index.ts'
import { OPERATOR } from '../../src/service/account/index.ts'
import { ReadingThreads } from '../../src/service/ingest/index.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'

const threads = new ReadingThreads()
afterAll(() => threads.close())

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
  readonly name: string
  readonly bytes: number
  readonly observations: number
  readonly rejects: number
  readonly notes: readonly string[]
  readonly reason?: string
}

const LINES = [
  { host: '192.0.2.1', port: 80, protocol: 'http', title: 'one' },
  { host: '192.0.2.2', port: 80, protocol: 'http', title: 'two' },
].map((record) => `${JSON.stringify(record)}\n`)
const FILE = LINES.join('')

async function open(options: TestApiOptions = {}): Promise<TestApi> {
  const accounts = {
    admin: { role: 'administrator' as const, coins: 100 },
    other: { role: 'administrator' as const },
    b: {},
  }
  api = await testApi({ accounts, threads, ...options })
  return api
}

async function send(
  bench: TestApi,
  body: string | Buffer,
  more: Readonly<Record<string, string>> = {},
  account = 'admin',
  type = 'application/octet-stream',
): Promise<{ readonly status: number; readonly job: Job }> {
  const parameters = new URLSearchParams({ ...bench.credentials[account], ...more })
  const answer = await bench.app.inject({
    method: 'POST',
    url: `/api/v1/import?${parameters}`,
    payload: body,
    headers: { 'content-type': type },
  })
  return { status: answer.statusCode, job: answer.json<Job>() }
}

async function get(bench: TestApi, path: string, account = 'admin') {
  const url = `/api/v1/import${path}?${new URLSearchParams({ ...bench.credentials[account] })}`
  return bench.app.inject({ method: 'GET', url })
}

async function ended(bench: TestApi, id: number): Promise<Job> {
  return eventually(async () => {
    const job = (await get(bench, `/${id}`)).json<Job>()
    expect(job.state).toMatch(/success|failure/)
    return job
  })
}

const uploads = (bench: TestApi): readonly string[] => {
  const directory = join(bench.config.data, 'uploads')
  return existsSync(directory) ? readdirSync(directory) : []
}

describe('an import over the network', () => {
  it('takes a body of any type and compression, and leaves nothing but records and its report', async () => {
    const bench = await open()
    const { job } = await send(bench, gzipSync(FILE), { name: '/home/me/scan.ndjson.gz' })
    expect(job).toMatchObject({
      error: false,
      name: 'scan.ndjson.gz',
      created_at: expect.stringMatching(/^20\d\d-/) as string,
    })
    const end = await ended(bench, job.id)
    expect(end).toMatchObject({
      state: 'success',
      progress: 100,
      inputs: 1,
      observations: 2,
      added: 2,
      rejects: 0,
    })
    expect((await bench.store.info()).records).toBe(2)
    expect(uploads(bench)).toEqual([])
    const [event] = await bench.accounts.readTrail('operator', { action: 'import' })
    expect(event).toMatchObject({ actor: 'admin@example.com', action: 'import' })
    expect((await get(bench, '')).json()).toMatchObject({ imports: [{ id: job.id }] })
  })

  it('is refused in read-only mode before bytes are read, while searches and exports go on', async () => {
    const bench = await open()
    await bench.readOnly.set(true, OPERATOR)
    const admin = new URLSearchParams({ ...bench.credentials['admin'] })
    const post = (path: string, more: Readonly<Record<string, string>> = {}) => {
      const parameters = new URLSearchParams([...admin, ...Object.entries(more)])
      const body = path === 'import' ? { payload: FILE } : {}
      return bench.app.inject({ method: 'POST', url: `/api/v1/${path}?${parameters}`, ...body })
    }
    for (const path of ['import', 'admin/imports/x/undo', 'admin/derivations', 'admin/retention']) {
      const refused = await post(path)
      expect([path, refused.statusCode]).toEqual([path, 503])
      expect(refused.json()).toMatchObject({
        error: true,
        errmsg: expect.stringMatching(/read-only since .* `periplus read-only off` ends that/) as string,
      })
      expect(refused.headers['retry-after']).toBe('60')
    }
    const query = { qbase64: Buffer.from('port="80"').toString('base64') }
    expect((await post('search/all', query)).json()).toMatchObject({ error: false })
    expect((await post('export', query)).json()).toMatchObject({ error: false })
    const ready = await bench.app.inject({ method: 'GET', url: '/readyz' })
    expect(ready.json()).toEqual({ status: 'ok', read_only: true })
    const health = await bench.app.inject({ method: 'GET', url: `/api/v1/admin/health?${admin}` })
    expect(health.body).toContain('records are read-only since')
    const password = 'correct horse battery'
    await bench.accounts.setPassword(OPERATOR, 'admin@example.com', password)
    const payload = { email: 'admin@example.com', password }
    const signedIn = await bench.app.inject({ method: 'POST', url: '/web/api/session', payload })
    expect(signedIn.json(), 'for the notice of the page').toMatchObject({ server: { read_only: true } })
    const stranger = await bench.app.inject({ method: 'GET', url: '/web/api/session' })
    expect(stranger.json()).toMatchObject({ server: { read_only: false } })
    await bench.readOnly.set(false, OPERATOR)
    expect((await post('import')).statusCode).toBe(200)
  })

  it('leaves its file and time with each record for everybody, and who sent it for administrators', async () => {
    const bench = await open()
    await ended(bench, (await send(bench, FILE, { name: 'scan.ndjson' })).job.id)
    const [record] = await bench.store.pick({
      ...{ query: readQuery('port>"0"'), since: undefined, now: Date.now(), limit: 1 },
      columns: ['host', 'ip', 'base_protocol', 'reached'],
    })
    const ask = async (account: string, more: Readonly<Record<string, string>> = {}) => {
      const asked = { ...bench.credentials[account], host: record?.reached ?? '', ...more }
      const url = `/api/v1/provenance?${new URLSearchParams(asked)}`
      return (await bench.app.inject({ method: 'GET', url })).json<{
        readonly errmsg?: string
        readonly records: readonly { readonly imports: readonly object[] }[]
      }>()
    }
    const { records } = await ask('admin')
    expect(records[0]?.imports).toMatchObject([
      { actor: 'admin@example.com', files: ['scan.ndjson'], file_count: 1, tools: ['ndjson'] },
    ])
    const exact = { host: record?.host ?? '', base_protocol: 'tcp', ip: record?.ip ?? '' }
    const seen = (await ask('b', exact)).records[0]?.imports[0]
    expect(seen).toMatchObject({
      files: ['scan.ndjson'],
      imported_at: expect.stringMatching(/^20/) as string,
    })
    expect(seen).not.toHaveProperty('actor')
    expect((await ask('b', { host: 'unknown.example' })).errmsg).toContain('no record of host')
    expect((await ask('b', { ...exact, base_protocol: 'udp' })).errmsg).toContain('no record of host')
  })

  it('is listed for administrators, previewed and undone', async () => {
    const bench = await open()
    await ended(bench, (await send(bench, FILE, { name: 'scan.ndjson' })).job.id)
    const admin = async (method: 'GET' | 'POST', path: string, account = 'admin') => {
      const url = `/api/v1/admin/${path}?${new URLSearchParams({ ...bench.credentials[account] })}`
      return (await bench.app.inject({ method, url })).json<{
        readonly errmsg?: string
        readonly id: number
        readonly state: string
        readonly imports: readonly { readonly id: string }[]
      }>()
    }
    const { imports } = await admin('GET', 'imports')
    expect(imports).toMatchObject([
      {
        ...{ actor: 'admin@example.com', files: ['scan.ndjson'], file_count: 1, running: false },
        ...{ counts: { added: 2 }, undone_at: null, undo: null },
      },
    ])
    const id = imports[0]?.id ?? ''
    expect(await admin('GET', `imports/${id}`)).toMatchObject({ records: { alone: 2, shared: 0 } })
    expect((await admin('POST', `imports/${id}/undo`, 'b')).errmsg).toContain('only administrators')
    expect((await admin('POST', 'imports/zz/undo')).errmsg).toMatch(
      /^\[-4\] Params Error: unknown import `zz`/,
    )
    const undo = await admin('POST', `imports/${id.slice(0, 8)}/undo`)
    expect(undo).toMatchObject({ import: id, records: 2 })
    await eventually(async () => expect((await admin('GET', `undos/${undo.id}`)).state).toBe('success'))
    expect((await bench.store.info()).records).toBe(0)
    const [listed] = (await admin('GET', 'imports')).imports
    expect(listed).toMatchObject({
      undone_at: expect.any(String) as string,
      undo: { removed: 2, state: 'success' },
    })
    expect((await admin('POST', `undos/${undo.id}/stop`)).errmsg).toContain('the undo has ended already')
    const [event] = await bench.accounts.readTrail('operator', { action: 'import.undo' })
    expect(event).toMatchObject({ actor: 'admin@example.com' })
  })

  it('takes a form, with its parameters before the file', async () => {
    const bench = await open()
    const { email = '', key = '' } = bench.credentials['admin'] ?? {}
    const field = (name: string, value: string): string =>
      `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
    const file = `--xx\r\nContent-Disposition: form-data; name="file"; filename="list.txt"\r\n\r\n192.0.2.9\r\n--xx--\r\n`
    const answer = await bench.app.inject({
      method: 'POST',
      url: '/api/v1/import',
      payload:
        field('email', email) + field('key', key) + field('format', 'zmap') + field('port', '443') + file,
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    })
    const end = await ended(bench, answer.json<Job>().id)
    expect(end).toMatchObject({ name: 'list.txt', observations: 1, formats: { zmap: { inputs: 1 } } })
  })

  it('reports notes and rejects by the name of the file', async () => {
    const bench = await open()
    const { job } = await send(bench, `${FILE}{"host": "192.0.2.3"\n`, { name: 'scan.ndjson' })
    const end = await ended(bench, job.id)
    expect(end).toMatchObject({ observations: 2, rejects: 1 })
    const rejects = await get(bench, `/${job.id}/rejects`)
    expect(JSON.parse(rejects.body)).toMatchObject({ file: 'scan.ndjson', format: 'ndjson', line: 3 })
    const clean = await ended(bench, (await send(bench, FILE)).job.id)
    expect((await get(bench, `/${clean.id}/rejects`)).statusCode).toBe(404)
    const unknown = await ended(bench, (await send(bench, 'what is this', { name: 'odd' })).job.id)
    expect(unknown).toMatchObject({ state: 'success', refused_inputs: 1 })
    expect(unknown.notes[0]).toMatch(/^odd: not a format we know/)
  })

  it('of the same file gives records without a time the time of the first one', async () => {
    let time = Date.now()
    const bench = await open({ now: () => time })
    const seen: unknown[] = []
    const { write } = bench.store
    Object.assign(bench.store, {
      write: async (batch: Parameters<typeof write>[0]) => {
        for (const { lastupdatetime } of batch) seen.push(lastupdatetime)
        return write(batch)
      },
    })
    await ended(bench, (await send(bench, FILE)).job.id)
    time += 7_200_000
    await ended(bench, (await send(bench, FILE)).job.id)
    expect(seen).toHaveLength(4)
    expect(new Set(seen).size).toBe(1)
  })

  it.each([
    ['b', {}, FILE, /^403 Forbidden: only administrators may import$/],
    ['admin', { port: '0' }, FILE, /^\[-4\] Params Error: port `0` must be a whole number from 1 to 65535$/],
    ['admin', { time: 'soon' }, FILE, /^\[-4\] Params Error: time `soon` must be a date or time/],
    [
      'admin',
      { format: 'nmpa' },
      FILE,
      /^\[-4\] Params Error: format: `nmpa` is not a known format.*did you mean `nmap`/,
    ],
    ['admin', {}, '', /^\[-4\] Params Error: the file is empty; nothing was imported$/],
  ])('of %s with %o is refused with its reason', async (account, more, body, errmsg) => {
    const bench = await open()
    const { job } = await send(bench, body, more, account)
    expect(job).toEqual({ error: true, errmsg: expect.stringMatching(errmsg) as string })
    expect(uploads(bench)).toEqual([])
  })

  it('beyond the limit is refused, also when its length is unknown', async () => {
    const bench = await open({ settings: { 'import.uploadLimit': '1 KiB' } })
    const { status, job } = await send(bench, 'x'.repeat(2000))
    expect([status, job.errmsg]).toEqual([413, expect.stringContaining('413 Payload Too Large')])
    const reply = await sendRaw(
      bench,
      'Transfer-Encoding: chunked',
      `7d0\r\n${'x'.repeat(2000)}\r\n0\r\n\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1.1 413 .*a file of up to 1024 bytes is taken/s)
    expect(uploads(bench)).toEqual([])
  })

  it('that breaks off leaves nothing', async () => {
    const bench = await open()
    await sendRaw(bench, 'Content-Length: 1000000', 'x'.repeat(1000), true)
    await eventually(() => expect(uploads(bench)).toEqual([]))
    expect((await get(bench, '')).json()).toEqual({ error: false, imports: [] })
    expect((await bench.store.info()).records).toBe(0)
  })

  it('is not shown to others, and runs alone for its administrator', async () => {
    const bench = await open()
    const gate = Promise.withResolvers<void>()
    const { write } = bench.store
    Object.assign(bench.store, {
      write: async (batch: Parameters<typeof write>[0]) => gate.promise.then(() => write(batch)),
    })
    const { job } = await send(bench, FILE)
    const second = await send(bench, FILE)
    expect(second.job.errmsg).toMatch(/import \d+ of this account is running/)
    for (const account of ['b', 'other'])
      expect((await get(bench, `/${job.id}`, account)).json()).toMatchObject({ error: true })
    gate.resolve()
    expect(await ended(bench, job.id)).toMatchObject({ state: 'success', observations: 2 })
  })
})

/** Sends a request by hand and resolves to what came back; `cut` ends the connection after the body. */
async function sendRaw(bench: TestApi, header: string, body: string, cut = false): Promise<string> {
  if (!bench.app.server.listening) await bench.app.listen({ host: '127.0.0.1', port: 0 })
  const address = bench.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const parameters = new URLSearchParams({ ...bench.credentials['admin'] })
  const head = `POST /api/v1/import?${parameters} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n\r\n`
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(head + body, () => {
        if (cut) setTimeout(() => socket.destroy(), 100)
      })
    })
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.on('error', () => undefined).on('close', () => resolve(text))
  })
}

describe('a scan that sends its results while it runs', () => {
  const page = (name: string) =>
    `${JSON.stringify({ timestamp: '2026-03-01T10:00:00Z', url: `https://${name}`, input: name, host: '192.0.2.7', port: '443', scheme: 'https', title: `at ${name}`, status_code: 200, webserver: 'nginx', method: 'GET', failed: false })}\n`
  const finding = `${JSON.stringify({ 'template-id': 'CVE-2026-0001', info: { name: 'Example', severity: 'high' }, type: 'http', host: 'https://a.example.com', 'matched-at': 'https://a.example.com/x', timestamp: '2026-03-01T10:00:00Z', 'matcher-status': true })}\n`

  const push = (bench: TestApi, method: 'POST' | 'PATCH', url: string, payload: string, key?: string) =>
    bench.app.inject({
      ...{ method, url, payload },
      headers: {
        'content-type': 'application/octet-stream',
        'x-api-key': key ?? bench.credentials['admin']?.key ?? '',
      },
    })
  const found = async (bench: TestApi, query: string): Promise<readonly string[]> => {
    const qbase64 = Buffer.from(query).toString('base64')
    const asked = new URLSearchParams({
      ...bench.credentials['admin'],
      qbase64,
      fields: 'title',
      full: 'true',
    })
    const answer = await bench.app.inject({ url: `/api/v1/search/all?${asked}` })
    return answer.json<{ results: readonly (readonly string[])[] }>().results.flat()
  }

  it('has records after every part, and is one import', async () => {
    const bench = await open()
    const first = await push(bench, 'POST', '/v1/assets?name=office&os=linux', page('a.example.com'))
    expect(first.json()).toMatchObject({
      upload_status: 'success',
      asset_id: expect.stringMatching(/^[a-z0-9]{20}$/),
    })
    const { asset_id: id } = first.json<{ asset_id: string }>()
    expect(await found(bench, 'title="at"')).toEqual(['at a.example.com'])
    const second = await push(bench, 'PATCH', `/v1/assets/${id}/contents`, page('b.example.com'))
    expect(second.json()).toMatchObject({
      asset_id: id,
      message: '1 observations imported, 0 lines rejected',
    })
    // A part whose answer was lost is sent again, and counts once.
    await push(bench, 'PATCH', `/v1/assets/${id}/contents`, page('b.example.com'))
    expect(await found(bench, 'title="at"')).toHaveLength(2)
    const [run, another] = await bench.imports.list()
    expect(run).toMatchObject({ files: ['office'], counts: { observations: 2, rejects: 0 }, running: false })
    expect(another).toBeUndefined()
    const asked = new URLSearchParams({ ...bench.credentials['admin'], host: 'a.example.com' })
    const answer = await bench.app.inject({ url: `/api/v1/provenance?${asked}` })
    // Retention goes by the tools.
    expect(answer.json()).toMatchObject({ records: [{ imports: [{ tools: ['httpx'] }] }] })
    expect(uploads(bench)).toEqual([])
  })

  it('is not brought back by a later part once it is undone', async () => {
    const bench = await open()
    const first = await push(bench, 'POST', '/v1/assets', page('a.example.com'))
    const { asset_id: id } = first.json<{ asset_id: string }>()
    const [run] = await bench.imports.list()
    const before = { removed: 0, changed: 0 }
    const options = { before, signal: new AbortController().signal, onProgress: () => undefined }
    await bench.imports.undoImport(run?.id ?? '', 'admin', options)
    const later = await push(bench, 'PATCH', `/v1/assets/${id}/contents`, page('b.example.com'))
    expect(later.statusCode).toBe(409)
    expect(later.json<{ errmsg: string }>().errmsg).toContain('was undone')
    expect(await found(bench, 'title="at"')).toEqual([])
  })

  it('may be of nuclei, naabu or tlsx: the findings are beside the service', async () => {
    const bench = await open()
    // naabu sends hosts with their ports, in another form than it prints.
    const host = {
      ...{ Host: 'n.example.com', IP: '192.0.2.9', Confidence: 1, OS: null, MacAddress: '' },
      Ports: [8080, 8443].map((port) => ({ port, protocol: 'tcp', tls: false })),
    }
    expect((await push(bench, 'POST', '/v1/assets', `${JSON.stringify(host)}\n`)).statusCode).toBe(200)
    const shown = { host: 't.example.com', ip: '192.0.2.9', port: '8443', probe_status: true }
    const tls = { ...shown, timestamp: '2026-03-09T14:05:06Z', tls_version: 'tls13', cipher: 'x' }
    expect((await push(bench, 'POST', '/v1/assets', `${JSON.stringify(tls)}\n`)).statusCode).toBe(200)
    expect((await bench.store.info()).records).toBe(3)
    const answer = await push(bench, 'POST', '/v1/scans/import', finding)
    expect(answer.json()).toMatchObject({ id: expect.stringMatching(/^[a-z0-9]{20}$/) })
    expect(await found(bench, 'finding="CVE-2026-0001" && severity="high"')).toHaveLength(1)
    expect(await found(bench, 'product="CVE-2026-0001"')).toHaveLength(0)
  })

  it('is refused with a status that tools look at', async () => {
    const bench = await open({ accounts: { admin: { role: 'administrator', coins: 100 }, b: {} } })
    const status = async (...args: Parameters<typeof push>) => (await push(...args)).statusCode
    expect(await status(bench, 'POST', '/v1/assets', page('a.example'), 'x'.repeat(32))).toBe(401)
    expect(await status(bench, 'POST', '/v1/assets', page('a.example'), bench.credentials['b']?.key)).toBe(
      403,
    )
    expect(await status(bench, 'PATCH', '/v1/assets/..%2fx/contents', page('a.example'))).toBe(400)
    expect(await status(bench, 'POST', '/v1/assets', '')).toBe(400)
    const unknown = await push(bench, 'POST', '/v1/assets', 'what is this\n')
    expect([unknown.statusCode, unknown.json()]).toEqual([
      400,
      { error: true, errmsg: expect.stringContaining('nothing was imported') },
    ])
    expect(await found(bench, 'title="at"')).toEqual([])
    expect(uploads(bench)).toEqual([])
  })
})
