// Fetching feeds from a real https server on the loopback interface with an authority of its own.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnector, isPublicAddress } from '../../../src/service/feed/index.ts'
import { type FeedServer, startFeedServer } from '../../support/feed-server.ts'
import { TEST_AUTHORITY } from '../../support/tls.ts'

const LIMITS = { sizeLimit: 1000, timeLimit: 5000 }
let server: FeedServer
beforeAll(async () => {
  server = await startFeedServer()
})
afterAll(() => server.close())
beforeEach(() => void server.requests.splice(0))

const fetchFrom = (path: string, more = {}) =>
  server.connector({ url: `${server.url}${path}`, ...LIMITS, ...more })

describe('the connector', () => {
  it('fetches a file with the marks it can be asked for again by', async () => {
    server.answer = (_, response) => void response.setHeader('etag', '"one"').end('192.0.2.0/24\n')
    const fetched = await fetchFrom('/list')
    expect(fetched).toEqual({
      status: 'ok',
      bytes: Buffer.from('192.0.2.0/24\n'),
      etag: '"one"',
      lastModified: null,
    })
    server.answer = (request, response) =>
      void response.writeHead(request.headers['if-none-match'] === '"one"' ? 304 : 200).end()
    expect(await fetchFrom('/list', { etag: '"one"' })).toEqual({ status: 'unchanged' })
  })

  it('follows redirects, and each one is checked like the first address', async () => {
    server.answer = ({ url }, response) => {
      if (url === '/a') response.writeHead(302, { location: '/b' }).end()
      else response.end('there')
    }
    expect(await fetchFrom('/a')).toMatchObject({ status: 'ok', bytes: Buffer.from('there') })
    for (const [location, reason] of [
      ['http://feeds.example.com/', 'only https:// addresses are fetched, not http://'],
      ['https://10.0.0.1/', '10.0.0.1 is not a public address'],
      ['https://[::1]/', '::1 is not a public address'],
      ['https://a:b@feeds.example.com/', 'the address must not hold credentials'],
      ['/a', 'the server redirected more than 5 times'],
    ] as const) {
      server.answer = (_, response) => void response.writeHead(301, { location }).end()
      await expect(fetchFrom('/a')).rejects.toThrow(reason)
    }
  })

  it.each([
    ['http://example.com/', 'only https://'],
    ['file:///etc/passwd', 'only https://'],
    ['https://127.0.0.1/', '127.0.0.1 is not a public address'],
    ['https://2130706433/', '127.0.0.1 is not a public address'],
    ['https://0x7f.1/', '127.0.0.1 is not a public address'],
    ['https://[::ffff:10.0.0.1]/', 'is not a public address'],
    ['https://[64:ff9b::a00:1]/', 'is not a public address'],
    ['https://169.254.169.254/latest/meta-data', '169.254.169.254 is not a public address'],
    ['nothing', '`nothing` is not a valid address'],
  ])('never asks %s', async (url, reason) => {
    await expect(createConnector()({ url, ...LIMITS })).rejects.toThrow(reason)
  })

  it('refuses a name when one of its addresses is private, and connects to the address it checked', async () => {
    const authorities = TEST_AUTHORITY
    const resolve = async () => [
      { address: '192.88.98.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    const connector = createConnector({ resolve, authorities })
    await expect(connector({ url: `${server.url}/`, ...LIMITS })).rejects.toThrow(
      '10.0.0.1 is not a public address',
    )
    await expect(createConnector({ authorities })({ url: 'https://localhost/', ...LIMITS })).rejects.toThrow(
      'is not a public address',
    )
  })

  it('trusts no unknown authority', async () => {
    const connector = createConnector({ permits: () => true })
    await expect(connector({ url: `https://127.0.0.1:${server.port}/`, ...LIMITS })).rejects.toThrow(
      /cannot fetch from 127.0.0.1.*(certificate|issuer)/,
    )
  })

  it('ends with a file that is too long, announced or not', async () => {
    const reason = 'the file is longer than 1000 bytes'
    server.answer = (_, response) => void response.setHeader('content-length', 5000).end('x'.repeat(5000))
    await expect(fetchFrom('/')).rejects.toThrow(reason)
    server.answer = (_, response) => {
      for (let part = 0; part < 50; part++) response.write('x'.repeat(100))
    }
    await expect(fetchFrom('/')).rejects.toThrow(reason)
  })

  it('ends with a server that is slow, breaks off or fails', async () => {
    server.answer = (_, response) => void response.write('begin')
    await expect(fetchFrom('/', { timeLimit: 200 })).rejects.toThrow('the server took longer than 0.2 s')
    server.answer = (_, response) => {
      response.setHeader('content-length', 500).write('begin')
      setTimeout(() => response.destroy(), 50)
    }
    await expect(fetchFrom('/')).rejects.toThrow('the connection broke before the file was whole')
    server.answer = (_, response) => void response.writeHead(503).end()
    await expect(fetchFrom('/')).rejects.toThrow('the server answered 503')
  })
})

it.each([
  ['8.8.8.8', true],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['198.19.255.255', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['fc00::1', false],
  ['fe80::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['ff02::1', false],
  ['name', false],
])('%s is public: %s', (ip, expected) => {
  expect(isPublicAddress(ip)).toBe(expected)
})
