// What happens round a search: callers that hang up, servers that start, stop or have too much to do, requests that are none.
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../src/error/index.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'

let api: TestApi | undefined
afterEach(async () => {
  await api?.close()
  api = undefined
})

async function open(options: TestApiOptions = {}): Promise<{ api: TestApi; port: number; url: string }> {
  api = await testApi({ records: [asset({ title: 'login', lastupdatetime: Date.now() / 1000 })], ...options })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const address = api.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const parameters = new URLSearchParams({
    ...api.credentials['a'],
    qbase64: Buffer.from('title="login"').toString('base64'),
  })
  return { api, port, url: `http://127.0.0.1:${port}/api/v1/search/all?${parameters}` }
}

/** Holds every call of the store up until its signal aborts or `end` is called. */
function holdUp(held: TestApi): { readonly end: () => void; readonly aborted: () => number } {
  const { promise, resolve } = Promise.withResolvers<void>()
  let aborted = 0
  held.store.hold = (signal) =>
    Promise.race([
      promise,
      new Promise<void>((_, reject) =>
        signal?.addEventListener('abort', () => {
          aborted++
          reject(signal.reason)
        }),
      ),
    ])
  return { end: resolve, aborted: () => aborted }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await condition()); tries++) {
    if (tries > 500) throw new Error('it did not come true within five seconds')
    await sleep(10)
  }
}

describe('a caller who hangs up', () => {
  it('stops the search in the store and keeps the coin', async () => {
    const { api, url } = await open({ accounts: { a: { level: 'free', coins: 1 } } })
    const held = holdUp(api)
    const caller = new AbortController()
    const call = fetch(url, { signal: caller.signal })
    await until(() => api.store.calls() === 1)
    caller.abort()
    await expect(call).rejects.toThrow()
    await until(() => held.aborted() === 1)
    held.end()
    api.store.hold = async () => {}
    const answer = await fetch(url)
    expect(await answer.json()).toMatchObject({ error: false, consumed_fpoint: 1 })
  })

  it('leaves the queue when the search had not started', async () => {
    const { api, url } = await open({
      accounts: { a: { level: 'member' } },
      settings: { 'search.concurrency': '1' },
    })
    const held = holdUp(api)
    const first = fetch(url)
    await until(() => api.admission.running() === 1)
    const caller = new AbortController()
    const second = fetch(url, { signal: caller.signal })
    await until(() => api.admission.waiting() === 1)
    caller.abort()
    await expect(second).rejects.toThrow()
    await until(() => api.admission.waiting() === 0)
    held.end()
    expect(await (await first).json()).toMatchObject({ error: false })
  })
})

describe('too much to do', () => {
  it('is answered 503 with the time to wait, while those in line are served', async () => {
    const { api, url } = await open({
      accounts: { a: { level: 'member' } },
      settings: { 'search.concurrency': '1', 'search.queue': '2' },
    })
    const held = holdUp(api)
    const calls = Array.from({ length: 6 }, () => fetch(url))
    let answered = 0
    for (const call of calls) void call.then(() => answered++)
    await until(() => answered === 3)
    expect(api.admission.waiting()).toBe(2)
    const answers = Promise.all(calls)
    held.end()
    const statuses = (await answers).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 200, 503, 503, 503])
    const refused = (await answers).find(({ status }) => status === 503)
    expect(refused?.headers.get('retry-after')).toBe('1')
    expect(await refused?.json()).toEqual({
      error: true,
      errmsg: '503 Service Unavailable: too many searches at once; try again in a few seconds',
    })
  })

  it('never charges more than there is: 200 at once with 50 coins', async () => {
    const boss = { level: 'member', role: 'administrator' } as const
    const { api, url } = await open({ accounts: { a: { level: 'free', coins: 50 }, boss } })
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => (await fetch(url)).json() as Promise<{ error: boolean }>),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(50)
    const poor = { error: true, errmsg: 'The service coin is not enough!' }
    expect(answers.filter(({ error }) => error)).toEqual(Array.from({ length: 150 }, () => poor))
    const [account] = await api.accounts.listAccounts()
    expect(account?.coins).toBe(0)
    const own = new URLSearchParams(api.credentials['boss'])
    const ledger = await fetch(
      `${new URL(url).origin}/api/v1/admin/accounts/a@example.com/ledger?${own}&size=1000`,
    )
    const { entries } = (await ledger.json()) as { entries: { amount: number; kind: string }[] }
    expect(entries.map(({ amount, kind }) => [amount, kind])).toEqual([
      ...Array.from({ length: 50 }, () => [-1, 'charge']),
      [50, 'grant'],
    ])
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })
})

describe('a server', () => {
  it.each([
    ['starting', '503 Service Unavailable: the server is starting; try again in a few seconds'],
    ['stopping', '503 Service Unavailable: the server is shutting down; try again in a few seconds'],
  ] as const)('that is %s lives, is not ready, and says so', async (phase, errmsg) => {
    const { api, url, port } = await open({ accounts: { a: { level: 'member' } } })
    api.setPhase(phase)
    for (const address of [url, `http://127.0.0.1:${port}/readyz`]) {
      const answer = await fetch(address)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toEqual({ error: true, errmsg })
    }
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  })

  it('that closes waits for what runs, and for nothing else', async () => {
    const { api: closing, url, port } = await open({ accounts: { a: { level: 'member' } } })
    const held = holdUp(closing)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const idle = await fetch(`http://127.0.0.1:${port}/healthz`)
    await idle.json()
    const call = fetch(url)
    await until(() => closing.store.calls() === 1)
    const closed = closing.close()
    api = undefined
    await once(silent, 'close')
    await sleep(50)
    held.end()
    const answer = await call
    expect(answer.headers.get('connection')).toBe('close')
    expect(await answer.json()).toMatchObject({ error: false })
    await closed
  })

  it('that gives up at shutdown answers what still runs', async () => {
    const { api, url } = await open({ accounts: { a: { level: 'free', coins: 1 } } })
    holdUp(api)
    const call = fetch(url)
    await until(() => api.store.calls() === 1)
    api.shutdown.abort(new AppError('unavailable', '503 Service Unavailable: the server is shutting down'))
    const answer = await call
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({
      error: true,
      errmsg: '503 Service Unavailable: the server is shutting down',
    })
    expect((await api.accounts.listAccounts())[0]?.coins).toBe(1)
  })
})

describe('the use of an account', () => {
  it('is kept per day and route, failures aside', async () => {
    const { api, url } = await open({ accounts: { a: { level: 'free', coins: 5 } } })
    for (const address of [url, url, `${url}&size=0`]) await (await fetch(address)).json()
    await api.accounts.flushFigures()
    const usage = await api.accounts.readUsage(1, 1)
    expect(usage).toMatchObject([{ route: '/api/v1/search/all', calls: 2, rows: 2, coins: 2 }])
  })
})

describe('a request', () => {
  async function raw(port: number, text: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      answer += piece
    })
    socket.write(text)
    await until(() => /\r\n\r\n.*\}/s.test(answer))
    socket.destroy()
    return answer
  }

  it('line of 64 KiB is taken, a longer one is 431', async () => {
    const { port, url } = await open({ accounts: { a: { level: 'member' } } })
    const address = url.slice(`http://127.0.0.1:${port}`.length)
    const filled = (length: number): string => `${address}&x=${'x'.repeat(length - address.length - 3)}`
    const taken = await raw(port, `GET ${filled(65_536)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(taken).toMatch(/^HTTP\/1\.1 200 .*"error":false/s)
    const body = /\{"error":true,"errmsg":"431 Request Header Fields Too Large: [^"]+"\}/
    const longer = await raw(port, `GET ${filled(65_537)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(longer).toMatch(/^HTTP\/1\.1 431 /)
    expect(longer).toMatch(body)
    const longest = await raw(port, `GET ${filled(300_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(longest).toMatch(/^HTTP\/1\.1 431 /)
    expect(longest).toMatch(body)
  })

  it('that is not HTTP is refused with an error object', async () => {
    const { port } = await open()
    const answer = await raw(port, 'HELLO\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*application\/json/s)
    expect(answer).toContain('{"error":true,"errmsg":"[-4] Params Error: the request is not valid HTTP"}')
  })

  it('without a Host is answered', async () => {
    const { port } = await open()
    expect(await raw(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toContain('{"status":"ok"}')
    expect(await raw(port, 'GET /healthz HTTP/1.1\r\n\r\n')).toContain('{"status":"ok"}')
  })

  it('for figures is answered to the machine itself only', async () => {
    const { api } = await open()
    expect((await api.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).statusCode).toBe(200)
    expect((await api.app.inject({ url: '/metrics', remoteAddress: '::1' })).statusCode).toBe(200)
    expect((await api.app.inject({ url: '/metrics', remoteAddress: '192.0.2.1' })).statusCode).toBe(404)
  })

  it('for figures is not answered through a proxy that was not declared', async () => {
    const { api } = await open()
    for (const headers of [
      { 'x-forwarded-for': '192.0.2.1' },
      { forwarded: 'for=192.0.2.1' },
      { via: '1.1 p' },
    ]) {
      const answer = await api.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })
      expect(answer.statusCode).toBe(404)
    }
  })
})

describe('a slow caller', () => {
  it('is cut off, unless it sends a file', async () => {
    const accounts = { a: { role: 'administrator' as const } }
    const { api: held, port } = await open({ settings: { 'http.requestTimeout': '1 s' }, accounts })
    const parameters = new URLSearchParams({ ...held.credentials['a'] })
    const trickle = async (path: string, type: string): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
      })
      const closed = once(socket, 'close')
      socket.write(
        `POST ${path}?${parameters} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 30\r\nConnection: close\r\n\r\n`,
      )
      for (let index = 0; index < 3 && !socket.closed; index++) {
        socket.write('192.0.2.1\n')
        await sleep(600)
      }
      await closed
      return text
    }
    const [form, file] = await Promise.all([
      trickle('/api/v1/search/all', 'application/x-www-form-urlencoded'),
      trickle('/api/v1/import', 'text/plain'),
    ])
    expect(form).toMatch(/^HTTP\/1\.1 408 .*the request did not arrive in time/s)
    expect(file).toMatch(/^HTTP\/1\.1 200 .*"bytes":30/s)
  })
})

describe('a long answer', () => {
  it('to a caller who reads slowly keeps its share of the memory, and others get Retry-After', async () => {
    const records = Array.from({ length: 100 }, (_, index) =>
      asset({ reached: `h${index}.example.com`, title: 'login', body: 'x'.repeat(100_000) }),
    )
    const settings = { 'http.answerMemory': '15 MiB' }
    const { url, port } = await open({ records, settings, accounts: { a: { level: 'member' } } })
    const address = `${url.slice(`http://127.0.0.1:${port}`.length)}&fields=body&full=1`
    const slow = connect(port, '127.0.0.1')
    slow.write(`GET ${address} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await once(slow, 'readable')
    const refused = await fetch(`${url}&fields=body&full=1`)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ errmsg: expect.stringContaining('too many long answers') })
    slow.destroy()
    await until(async () => {
      const answer = await fetch(`${url}&fields=body&full=1`)
      await answer.arrayBuffer()
      return answer.status === 200
    })
  })

  it('arrives whole, with its length', async () => {
    const now = Math.floor(Date.now() / 1000)
    const records = Array.from({ length: 3000 }, (_, index) =>
      asset({
        reached: `h${index}.example.com`,
        title: 'login',
        body: `${'ü'.repeat(1000)}${index}`,
        lastupdatetime: now - index,
      }),
    )
    const { url } = await open({ records, accounts: { a: { level: 'member' } } })
    const plain = { headers: { 'accept-encoding': 'identity' } }
    const answer = await fetch(`${url}&size=2500&page=1&fields=host,body`, plain)
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(5_000_000)
    const { results, total } = (await answer.json()) as { results: [string, string][]; total: number }
    expect(total).toBe(3000)
    expect(results.map(([, body]) => body)).toEqual(records.slice(0, 2500).map(({ body }) => body))
    const second = await fetch(`${url}&size=2500&page=2&fields=host,body`)
    const rest = (await second.json()) as { results: [string, string][] }
    expect(rest.results.map(([, body]) => body)).toEqual(records.slice(2500).map(({ body }) => body))
  })
})
