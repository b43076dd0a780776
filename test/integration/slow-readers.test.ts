// Callers who read answers slowly, or left before their call began: they keep no memory and no work from others.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { OPERATOR } from '../../src/service/account/index.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import { eventually } from '../support/eventually.ts'

const PASSWORD = 'correct horse battery'
const ACCOUNTS = { ann: { level: 'member' }, ben: { level: 'member' } } as const
/** 9 MB for 300 records: more than the buffers of a connection hold. */
const BODY = 'x'.repeat(30_000)

let api: TestApi
let port: number
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await api.close()
})

async function open(options: TestApiOptions): Promise<void> {
  api = await testApi(options)
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const address = api.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
}

const records = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    asset({ reached: `h${index}.example.com`, body: `${BODY}${index}`, lastupdatetime: Date.now() / 1000 }),
  )

function pathOf(name: string, path: string, more: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams({ ...api.credentials[name], ...more })}`
}

const search = (name: string, size: number): string =>
  pathOf(name, '/api/v1/search/all', {
    qbase64: Buffer.from('port>0').toString('base64'),
    ...{ fields: 'body', size: String(size), full: 'true' },
  })

/** Asks, and reads no further than the beginning of the answer. */
async function readSlowly(
  path: string,
  headers = '',
): Promise<{ readonly socket: Socket; readonly status: string }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
  const [start] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return { socket, status: start.toString().slice(9, 12) }
}

/** A stored list of 9 MB; returns its path. */
async function keepLongList(): Promise<string> {
  const long = Array.from({ length: 3 }, () => 'x'.repeat(60)).join('.')
  const names = Array.from({ length: 45_000 }, (_, index) => `host${index}.${long}.com`).join('\n')
  const list = pathOf('ann', '/api/v1/lists/long')
  const kept = await api.app.inject({
    method: 'POST',
    url: list,
    payload: Buffer.from(names),
    headers: { 'content-type': 'text/plain' },
  })
  expect(kept.json()).toMatchObject({ error: false })
  return list
}

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`)
  await answer.arrayBuffer()
  return answer.status
}

describe('an account that reads long answers slowly', () => {
  it('gives way to others when the memory of answers is used up', { timeout: 60_000 }, async () => {
    await open({ records: records(300), accounts: ACCOUNTS, settings: { 'http.answerMemory': '20 MiB' } })
    const first = await readSlowly(search('ann', 300))
    const second = await readSlowly(search('ann', 300))
    expect([first.status, second.status]).toEqual(['200', '200'])
    expect(await statusOf(search('ann', 300))).toBe(503)
    expect(await statusOf(search('ben', 300))).toBe(200)
    await once(first.socket.resume(), 'close')
    expect(second.socket.closed).toBe(false)
  })

  it('keeps no stored lists in memory beyond that', async () => {
    await open({ accounts: ACCOUNTS, settings: { 'http.answerMemory': '15 MiB' } })
    const list = await keepLongList()
    expect((await readSlowly(list)).status).toBe('200')
    expect((await readSlowly(list)).status).toBe('503')
  })
})

it('compresses the rows of a search with the lowest effort', async () => {
  const words = Array.from({ length: 500 }, (_, index) => `w${(index * 7919) % 1009}`)
  const varied = Array.from({ length: 40 }, (_, index) => {
    const body = words.map((word, at) => `${word}${(at * index) % 97}`).join(' ')
    return asset({ reached: `h${index}.example.com`, body, lastupdatetime: Date.now() / 1000 })
  })
  await open({ records: varied, accounts: ACCOUNTS })
  const answer = (encoding: string) =>
    api.app.inject({ url: search('ann', 100), headers: { 'accept-encoding': encoding } })
  const text = (await answer('identity')).rawPayload
  const [quick, slow] = [1, 4].map(
    (quality) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length,
  )
  const { length } = (await answer('br')).rawPayload
  expect(Math.abs(length - Number(quick))).toBeLessThan(Math.abs(length - Number(slow)))
})

describe('a call whose key or session ends', () => {
  const USER = { level: 'member', password: PASSWORD } as const

  it('receives no more of a long answer', { timeout: 60_000 }, async () => {
    await open({ accounts: { ann: USER } })
    const list = await keepLongList()
    const { token } = await api.accounts.login({
      email: 'ann@example.com',
      password: PASSWORD,
      address: undefined,
    })
    const ends: Promise<unknown>[] = []
    api.app.server.on('connection', (connection) => ends.push(once(connection, 'close')))
    const cookie = `Cookie: periplus_session=${token}\r\n`
    expect((await readSlowly('/web/api/lists/long', cookie)).status).toBe('200')
    expect((await readSlowly(list)).status).toBe('200')
    await api.accounts.logout(token, undefined)
    await ends[0]
    await api.accounts.rotateKey(OPERATOR, 'ann@example.com')
    await ends[1]
  })

  it('is answered with the reason while it sends a file, and so is one whose file is too long', async () => {
    const ann = { ...USER, role: 'administrator' } as const
    const settings = { 'http.requestTimeout': '1s', 'import.uploadLimit': '1 MiB' }
    await open({ accounts: { ann }, settings })
    const upload = (framing: string, body: string): Socket => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined)
      sockets.push(socket)
      socket.write(
        `POST ${pathOf('ann', '/api/v1/import')} HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`,
      )
      socket.write(body)
      return socket
    }
    const answerTo = async (socket: Socket): Promise<string> => String((await once(socket, 'data'))[0])
    const length = 2 * 1024 * 1024
    const chunk = `${length.toString(16)}\r\n${'a'.repeat(length)}\r\n`
    expect(await answerTo(upload('Transfer-Encoding: chunked', chunk))).toContain('413 Payload Too Large')
    const ended = upload('Content-Length: 9000', '{"ip":"192.0.2.1","port":80}\n')
    await sleep(200)
    await api.accounts.rotateKey(OPERATOR, 'ann@example.com')
    expect(await answerTo(ended)).toContain('401 Unauthorized')
    // Bodies that do not end are read no longer than a request may take.
    await once(ended, 'close')
  })

  it('sends no list of addresses to the end', async () => {
    await open({ accounts: { ann: USER } })
    const { email, key } = api.credentials['ann'] ?? {}
    const query = new URLSearchParams({ email: String(email), key: String(key) })
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n192.0.2.1\n'
    const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000'
    socket.write(`POST /api/v1/ip_tags?${query} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n--b\r\n${part}`)
    await sleep(200)
    await api.accounts.rotateKey(OPERATOR, 'ann@example.com')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toContain('401 Unauthorized')
  })
})

describe('a caller who left', () => {
  it('while the credentials were checked starts no search', async () => {
    await open({ records: records(1), accounts: ACCOUNTS })
    const asked = Promise.withResolvers<void>()
    const checked = Promise.withResolvers<void>()
    const { authenticate } = api.accounts
    const slowly: typeof authenticate = async (credentials) => {
      asked.resolve()
      await checked.promise
      return authenticate(credentials)
    }
    Object.assign(api.accounts, { authenticate: slowly })
    const server = once(api.app.server, 'connection') as Promise<[Socket]>
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET ${search('ann', 1)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    const [connection] = await server
    await asked.promise
    socket.destroy()
    await once(connection, 'close')
    checked.resolve()
    await sleep(200)
    expect(api.store.calls()).toBe(0)
  })

  it('ends the searches of a report', async () => {
    await open({ records: records(1), accounts: { ann: { level: 'member', password: PASSWORD } } })
    const address = `http://127.0.0.1:${port}/web/api`
    const login = await fetch(`${address}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
    })
    const { csrf } = (await login.json()) as { csrf: string }
    let aborted = 0
    api.store.hold = (signal) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          aborted++
          reject(signal.reason)
        }),
      )
    const leaving = new AbortController()
    const cookie = login.headers.getSetCookie().map((one) => one.split(';')[0])
    const report = fetch(`${address}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': csrf, cookie: cookie.join('; ') },
      body: JSON.stringify({ query: 'port>0', full: true }),
      signal: leaving.signal,
    })
    await eventually(async () => expect(api.store.calls()).toBeGreaterThan(0))
    leaving.abort()
    await expect(report).rejects.toThrow()
    await eventually(async () => expect(aborted).toBeGreaterThan(0))
  })
})
