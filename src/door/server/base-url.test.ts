import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { isHost } from './base-url.ts'

let api: TestApi | undefined
afterEach(async () => {
  await api?.close()
})

describe('a host', () => {
  it.each([
    'localhost',
    'localhost:8420',
    'Periplus.example.COM',
    'a_b.example.com.',
    '192.0.2.1:80',
    '[2001:db8::1]',
    '[::1]:443',
  ])('%s is one', (text) => expect(isHost(text)).toBe(true))

  it.each([
    '',
    'a b',
    'example.com/evil',
    'example.com:99999',
    'user@example.com',
    '[::1',
    '[::1]x',
    '2001:db8::1',
    '-a',
    'a..b',
    'a\r\nb',
    '<script>',
    `${'a'.repeat(64)}.com`,
  ])('%j is none', (text) => expect(isHost(text)).toBe(false))

  it('never holds a sign that means something in an address', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (isHost(text)) expect(text).toMatch(/^[\w.:[\]-]+$/)
      }),
    )
  })
})

describe('addresses given out', () => {
  const serverOf = async (
    settings: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ) => {
    api = await testApi({ settings })
    const answer = await api.app.inject({ url: '/openapi.json', headers, remoteAddress: '192.0.2.7' })
    return answer.json<{ servers?: [{ url: string }]; errmsg?: string }>()
  }
  const forwarded = {
    host: 'inside:8420',
    'x-forwarded-host': 'Search.example.com',
    'x-forwarded-proto': 'https',
  }

  it('are those of the request', async () => {
    expect((await serverOf({}, { host: 'Search.example.com:81' })).servers?.[0].url).toBe(
      'http://search.example.com:81',
    )
  })

  it('do not follow forwarded headers of anybody', async () => {
    expect((await serverOf({}, forwarded)).servers?.[0].url).toBe('http://inside:8420')
  })

  it('follow forwarded headers of a trusted proxy', async () => {
    const { servers } = await serverOf({ 'http.trustProxy': '192.0.2.0/24' }, forwarded)
    expect(servers?.[0].url).toBe('https://search.example.com')
  })

  it('follow the setting above all', async () => {
    const { servers } = await serverOf({ 'http.baseUrl': 'https://periplus.example.com/x' }, forwarded)
    expect(servers?.[0].url).toBe('https://periplus.example.com/x')
  })

  it('are refused for a host that is none', async () => {
    const { errmsg } = await serverOf({}, { host: 'evil.example/x?' })
    expect(errmsg).toBe('[-4] Params Error: the Host of the request is not a valid host name or address')
  })
})
