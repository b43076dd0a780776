// Bodies of strangers: nobody's bytes are kept before it is known who calls, and a refused upload ends.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERROR_TABLE } from '../../src/error/index.ts'
import { type TestApi, testApi } from '../support/api.ts'

const MIB = 1024 ** 2
const SENT = 128 * MIB
/** The setting `tag.uploadLimit` here: what a refused caller may send before the connection ends follows from it. */
const UPLOAD_LIMIT = MIB
/** What the two ends' sockets hold besides. */
const IN_SOCKETS = 16 * MIB

let api: TestApi
let port = 0
beforeAll(async () => {
  api = await testApi({
    accounts: { user: { level: 'member' }, admin: { role: 'administrator' } },
    settings: { 'tag.uploadLimit': '1 MiB' },
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => api.close())

interface Outcome {
  readonly answer: string
  readonly accepted: number
}

interface Sending {
  readonly type?: string
  readonly head?: string
  readonly length?: number
  readonly chunked?: boolean
  readonly headers?: string
}

/** Sends a long body as fast as the server takes it, until it is sent or the connection ends. */
function send(method: string, path: string, sending: Sending = {}): Promise<Outcome> {
  const { type = 'application/octet-stream', head = '', length = SENT, headers = '' } = sending
  const { chunked = false } = sending
  const part = Buffer.alloc(64 * 1024, 'a')
  return new Promise((resolve) => {
    let answer = ''
    let left = length - head.length
    const socket = connect(port, '127.0.0.1')
    const framed = (bytes: Buffer): Buffer =>
      chunked
        ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
        : bytes
    const pump = (): void => {
      while (left > 0 && !socket.destroyed) {
        const bytes = part.subarray(0, Math.min(part.length, left))
        left -= bytes.length
        if (!socket.write(framed(bytes))) return
      }
      if (left === 0 && chunked) socket.write('0\r\n\r\n')
      left = -1
    }
    const size = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\n${headers}${size}\r\n\r\n`,
    )
    if (head !== '') socket.write(framed(Buffer.from(head)))
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.on('drain', pump).on('error', () => undefined)
    socket.on('close', () => resolve({ answer, accepted: socket.bytesWritten - socket.writableLength }))
    // An answer to a body that was read whole leaves the connection open.
    const settled = setInterval(() => {
      if (left <= 0 && answer !== '' && socket.writableLength === 0) socket.end()
    }, 50)
    socket.on('close', () => clearInterval(settled))
    pump()
  })
}

const TEXTS = [
  ERROR_TABLE.unauthorized.text,
  '401 Unauthorized: nobody is signed in, or the session has ended; sign in again',
  '413 Payload Too Large: ',
  '[-4] Params Error: the form has no part with a file among its first',
]

describe('a body of 128 MiB from a stranger', () => {
  it('is refused by every route, with its text, and neither kept nor read to its end', async () => {
    const routes = api.app.answeredRoutes.filter((route) => / \/(?:api|web\/api|mcp)/.test(route))
    expect(routes.length).toBeGreaterThan(60)
    const types = [
      'application/octet-stream',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
    ]
    for (const [index, route] of routes.entries()) {
      const [method = '', pattern = ''] = route.split(' ')
      const type = types[index % types.length] ?? ''
      const { answer, accepted } = await send(method, pattern.replace(/:\w+/g, '1'), { type })
      const text = TEXTS.find((one) => answer.includes(one))
      if (method !== 'GET') expect(text, `${route}: ${answer.slice(0, 400)}`).toBeDefined()
      expect(answer, route).toMatch(/^HTTP\/1\.1 [245]\d\d /)
      expect(accepted, route).toBeLessThan(UPLOAD_LIMIT + IN_SOCKETS)
    }
  })

  it.each([
    ['a form without a preamble end', 'POST', '/api/v1/import', 'multipart/form-data; boundary=b', ''],
    [
      'a field without end',
      'POST',
      '/api/v1/import',
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n',
    ],
    ['chunks', 'POST', '/api/v1/admin/feeds/mine', 'text/plain', ''],
    ['chunks of a form', 'POST', '/api/v1/search/all', 'application/x-www-form-urlencoded', 'qbase64='],
    ['chunks of JSON', 'POST', '/web/api/session', 'application/json', '{"email":"'],
  ])('as %s takes no memory', async (_, method, path, type, head) => {
    const before = process.memoryUsage()
    let peak = 0
    const watch = setInterval(() => {
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      peak = Math.max(peak, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed)
    }, 5)
    const callers = Array.from({ length: 8 }, () => send(method, path, { type, head, chunked: true }))
    const outcomes = await Promise.all(callers)
    clearInterval(watch)
    for (const { answer, accepted } of outcomes) {
      expect(answer).toMatch(/"errmsg":"(?:401|413|\[-4\])/)
      expect(accepted).toBeLessThan(UPLOAD_LIMIT + IN_SOCKETS)
    }
    // Of the 1 GiB that the callers would send; garbage of both ends counts.
    expect(peak).toBeLessThan(SENT)
  })
})

describe('a form that arrives slowly', () => {
  it('is closed in time while no caller is known, and goes on for an account', async () => {
    const user = { level: 'member' } as const
    const small = await testApi({ settings: { 'http.requestTimeout': '1s' }, accounts: { user } })
    await small.app.listen({ port: 0, host: '127.0.0.1' })
    const to = Number(new URL(small.app.listeningOrigin).port)
    const begin = (path: string, part: string) => {
      const socket = connect(to, '127.0.0.1').on('error', () => undefined)
      const type = 'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900'
      const form = `--b\r\nContent-Disposition: form-data; name="${part}`
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n\r\n${form}`)
      return socket
    }
    const known = `${new URLSearchParams({ ...small.credentials['user'] })}`
    const account = begin(`/api/v1/ip_tags?${known}`, 'file"; filename="a.txt"\r\n\r\n192.0.2.1')
    const stranger = begin('/api/v1/import', 'x"\r\n\r\n')
    const [answer] = (await once(stranger, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /)
    expect(account.closed).toBe(false)
    account.destroy()
    await small.close()
  })
})

describe('connections', () => {
  it('beyond the setting are closed at once, and others go on', async () => {
    const small = await testApi({ settings: { 'http.connections': '2' } })
    await small.app.listen({ port: 0, host: '127.0.0.1' })
    const to = Number(new URL(small.app.listeningOrigin).port)
    const open = [connect(to, '127.0.0.1'), connect(to, '127.0.0.1')]
    await Promise.all(open.map((socket) => once(socket, 'connect')))
    const third = connect(to, '127.0.0.1')
    third.on('error', () => undefined)
    await once(third, 'close')
    const [first] = open
    first?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = (await once(first ?? third, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of open) socket.destroy()
    await small.close()
  })

  it('of an address with many give way to those of others when the setting is reached', async () => {
    const small = await testApi({ settings: { 'http.connections': '4' } })
    await small.app.listen({ port: 0, host: '127.0.0.1' })
    const to = Number(new URL(small.app.listeningOrigin).port)
    const reach = (localAddress: string) =>
      connect({ port: to, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    const hoarded = Array.from({ length: 4 }, () => reach('127.0.0.2'))
    await Promise.all(hoarded.map((socket) => once(socket, 'connect')))
    // The first has sent the beginning of a body.
    hoarded[0]?.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\na')
    const other = reach('127.0.0.3')
    other.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = (await once(other, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of [...hoarded, other]) socket.destroy()
    await small.close()
  })
})

describe('an ordinary caller', () => {
  const credentials = (name: string): string => `${new URLSearchParams({ ...api.credentials[name] })}`

  it('who sends a form of 64 KiB and more is known by its first 64 KiB or its address', async () => {
    const form = 'application/x-www-form-urlencoded'
    const qbase64 = Buffer.from('port="443"').toString('base64')
    const begin = `${credentials('user')}&qbase64=${qbase64}&filler=`
    for (const chunked of [false, true]) {
      const known = await send('POST', '/api/v1/search/all', {
        type: form,
        head: begin,
        length: 500_000,
        chunked,
      })
      expect(known.answer).toContain('"error":false')
      const path = `/api/v1/search/all?${credentials('user')}`
      const head = `qbase64=${qbase64}&filler=`
      const reply = await send('POST', path, { type: form, head, length: 500_000, chunked })
      expect(reply.answer).toContain('"error":false')
      const short = await send('POST', '/api/v1/search/all', {
        type: form,
        head: begin,
        length: 60_000,
        chunked,
      })
      expect(short.answer).toContain('"error":false')
    }
  })

  it('reads why a body of a megabyte is refused, and may call again over the same connection', async () => {
    const { answer, accepted } = await send('POST', '/api/v1/ip_tags', { length: UPLOAD_LIMIT })
    expect(answer).toContain(ERROR_TABLE.unauthorized.text)
    expect(accepted).toBeGreaterThan(UPLOAD_LIMIT)
    expect(answer).not.toMatch(/connection: close/i)
  })

  it.each([
    ['/api/v1/ip_tags', 'multipart/form-data; boundary=b'],
    ['/api/v1/import', 'text/plain'],
    ['/api/v1/search/all', 'application/x-www-form-urlencoded'],
  ])('who wants the connection closed reads why its body for %s is refused', async (path, type) => {
    for (let count = 0; count < 5; count++) {
      const sending = { length: UPLOAD_LIMIT, type, headers: 'Connection: close\r\n' }
      const { answer, accepted } = await send('POST', path, sending)
      expect(answer).toContain(ERROR_TABLE.unauthorized.text)
      expect(accepted).toBeGreaterThan(UPLOAD_LIMIT)
    }
  })

  it('who may not manage feeds is refused before the feed is read', async () => {
    const path = `/api/v1/admin/feeds/mine?${credentials('user')}`
    const { answer, accepted } = await send('POST', path)
    expect(answer).toContain('403 Forbidden: only administrators')
    expect(accepted).toBeLessThan(UPLOAD_LIMIT + IN_SOCKETS)
  })

  it('who manages feeds sends one of many megabytes', async () => {
    const path = `/api/v1/admin/feeds/mine?${credentials('admin')}&tags=mine:x`
    const { answer, accepted } = await send('POST', path, { length: 5 * MIB, head: '192.0.2.1\n' })
    expect(answer).toMatch(/"errmsg":"(?!401|403|413)|"error":false/)
    expect(accepted).toBeGreaterThan(5 * MIB)
  })
})
