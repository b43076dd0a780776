import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClientOptions, Periplus, PeriplusError } from './index.ts'

type Answer = (request: IncomingMessage, reply: ServerResponse, call: number) => void

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** A server whose answers are made here, and a client of it. */
async function serving(answer: Answer, options: Partial<ClientOptions> = {}) {
  const seen: string[] = []
  server = createServer((request, reply) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]}`)
    request.resume()
    answer(request, reply, seen.length)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = new Periplus({ url, email: 'a@example.com', key: 'secret', longestWait: 1, ...options })
  return { client, seen, url }
}

const json = (reply: ServerResponse, body: object, status = 200, headers = {}): void => {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}
const failure = (work: Promise<unknown>): Promise<PeriplusError> =>
  work.then(
    () => {
      throw new Error('the call went well')
    },
    (error: unknown) => {
      if (error instanceof PeriplusError) return error
      throw error
    },
  )

describe('a call that fails for a passing reason', () => {
  it.each([
    [429, '[45012] too many requests: wait'],
    [503, '503 Service Unavailable: too many searches at once'],
  ])('with %s is tried again until it goes well', async (status, errmsg) => {
    const { client, seen } = await serving((_, reply, call) =>
      call < 3
        ? json(reply, { error: true, errmsg }, status, { 'retry-after': '1' })
        : json(reply, { error: false, email: 'a@example.com' }),
    )
    expect(await client.info()).toMatchObject({ email: 'a@example.com' })
    expect(seen).toHaveLength(3)
  })

  it('is tried again when the connection breaks', async () => {
    const { client, seen } = await serving((request, reply, call) =>
      call === 1 ? request.socket.destroy() : json(reply, { error: false }),
    )
    await client.info()
    expect(seen).toHaveLength(2)
  })

  it('fails with the server’s own text once the tries are used up, and says how long to wait', async () => {
    const errmsg = '503 Service Unavailable: the server is shutting down'
    const { client, seen } = await serving(
      (_, reply) => json(reply, { error: true, errmsg }, 503, { 'retry-after': '7' }),
      { retries: 2 },
    )
    expect(await failure(client.info())).toMatchObject({
      code: 'unavailable',
      message: errmsg,
      status: 503,
      retryAfter: 7000,
      passing: true,
    })
    expect(seen).toHaveLength(3)
  })

  it('is not tried again where the first try may have done its work: a list that was sent', async () => {
    const { client, seen } = await serving((request) => request.socket.destroy())
    expect(await failure(client.tag(['192.0.2.1']))).toMatchObject({ code: 'network', status: undefined })
    expect(seen).toEqual(['POST /api/v1/ip_tags'])
  })
})

describe('a failure', () => {
  it.each([
    ['401 Unauthorized, make sure 1.email is correct 2.apikey is correct.', 'unauthorized'],
    ['[820000] Query Syntax Incorrect: at column 1: unknown field `x`', 'syntax'],
    ['[820001] structinfo may be requested only by enterprise members', 'permission'],
    ['Result window is too large, page must be less than or equal to 3', 'window'],
    ['The service coin is not enough!', 'coins'],
    ['Daily data processing limit exceeded (12/10000)!', 'daily'],
    ['[-4] Params Error: page `0` must be a whole number from 1', 'params'],
    ['[-4] Params Error: no record of host `x`', 'host'],
    ['something new', 'unknown'],
  ])('%s is of kind %s and is not tried again', async (errmsg, code) => {
    const { client, seen } = await serving((_, reply) => json(reply, { error: true, errmsg }))
    expect(await failure(client.info())).toMatchObject({ code, message: errmsg, status: 200, passing: false })
    expect(seen).toHaveLength(1)
  })

  it('of something else at the address is reported as such', async () => {
    const { client } = await serving((_, reply) => reply.writeHead(200).end('<html>'))
    expect(await failure(client.info())).toMatchObject({ code: 'foreign', status: 200, passing: false })
  })

  it('of a redirection never carries the key along', async () => {
    const { client, seen } = await serving((_, reply) =>
      reply.writeHead(302, { location: 'http://elsewhere.example/?key=x' }).end(),
    )
    const error = await failure(client.info())
    expect(error).toMatchObject({
      code: 'redirect',
      message: expect.stringContaining('http://elsewhere.example/`'),
    })
    expect(seen).toHaveLength(1)
  })

  it('holds the key nowhere', async () => {
    const { client } = await serving((request) => request.socket.destroy(), { retries: 0 })
    const error = await failure(client.info())
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('secret')
  })

  it('of a server that does not answer in time is a timeout', async () => {
    const { client } = await serving(() => undefined, { timeout: 50, retries: 0 })
    expect(await failure(client.info())).toMatchObject({ code: 'timeout' })
  })
})

describe('a signal', () => {
  it('ends a call with its reason', async () => {
    const { client } = await serving(() => undefined)
    const controller = new AbortController()
    const call = client.info({ signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
  })

  it('ends the wait between two tries', async () => {
    const body = { error: true, errmsg: '503 Service Unavailable: starting' }
    const controller = new AbortController()
    const { client } = await serving(
      (_, reply) => {
        json(reply, body, 503, { 'retry-after': '600' })
        setTimeout(() => controller.abort(new Error('enough')), 20)
      },
      { longestWait: 600_000 },
    )
    await expect(client.info({ signal: controller.signal })).rejects.toThrow('enough')
  })
})

describe('a download', () => {
  const bytes = Buffer.from('0123456789'.repeat(1000))
  const state = {
    error: false,
    id: 1,
    state: 'success',
    progress: 100,
    total: 9,
    rows: 9,
    bytes: bytes.length,
  }

  it('that breaks is taken up where it broke', async () => {
    const ranges: (string | undefined)[] = []
    const { client } = await serving((request, reply) => {
      if (request.method === 'POST') {
        json(reply, { ...state, download_url: 'http://other.example/base/file_downloads/export?filename=x' })
        return
      }
      const { range } = request.headers
      ranges.push(range)
      const from = Number(/\d+/.exec(range ?? '0')?.[0])
      reply.writeHead(range === undefined ? 200 : 206)
      reply.write(bytes.subarray(from, from + 4000), () => {
        if (from + 4000 < bytes.length) setTimeout(() => request.socket.destroy(), 20)
        else reply.end()
      })
    })
    const found = await client.export({ query: 'x', fields: ['host'] })
    expect(Buffer.from(await new Response(found.stream()).arrayBuffer()).equals(bytes)).toBe(true)
    expect(ranges).toEqual([undefined, 'bytes=4000-', 'bytes=8000-'])
  })
})

describe('every match', () => {
  it('comes page by page until the cursor is empty', async () => {
    const asked: (string | null)[] = []
    const { client } = await serving((request, reply) => {
      let text = ''
      request.on('data', (part: Buffer) => {
        text += part.toString()
      })
      request.on('end', () => {
        const next = new URLSearchParams(text).get('next')
        asked.push(next)
        const results =
          next === 'two'
            ? [['c', '3']]
            : [
                ['a', '1'],
                ['b', '2'],
              ]
        json(reply, { error: false, results, next: next === null ? 'two' : '' })
      })
    })
    const found: string[] = []
    for await (const { host, port } of client.searchAll({ query: 'x', fields: ['host', 'port'] })) {
      found.push(`${host}:${port}`)
    }
    expect(found).toEqual(['a:1', 'b:2', 'c:3'])
    expect(asked).toEqual([null, 'two'])
  })
})
