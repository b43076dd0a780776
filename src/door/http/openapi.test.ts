import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'
import { createDescriptions } from './openapi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const ask = (accepted: string, host = 'localhost') =>
  api.app.inject({ url: '/openapi.json', headers: { host, 'accept-encoding': accepted } })

it('is compressed once for each address, and few addresses are kept', async () => {
  let calls = 0
  const described = createDescriptions('1.0.0', async (text) => {
    calls++
    return Buffer.from(text)
  })
  for (let count = 0; count < 3; count++) await described('http://localhost').zipped()
  expect(calls).toBe(1)
  const more = Array.from({ length: 20 }, (_, at) => `http://${at}.example.com`)
  for (const url of [...more, ...more, 'http://localhost']) {
    const { text, zipped } = described(url)
    expect(JSON.parse(text)).toMatchObject({ servers: [{ url }] })
    expect((await zipped()).toString()).toBe(text)
  }
  // Seven of the twenty were kept beside the first one.
  expect(calls).toBe(1 + 7 + 2 * 13)
})

it.each(['gzip, br', 'br;q=0.5, gzip', 'gzip'])(
  'is compressed for a caller that takes "%s"',
  async (accepted) => {
    const { headers, rawPayload } = await ask(accepted)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
    const servers = [{ url: 'http://localhost' }]
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({ servers })
  },
)

it.each(['identity', '', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'is plain for a caller that takes "%s"',
  async (accepted) => {
    const { headers, body } = await ask(accepted, '192.0.2.1:80')
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ servers: [{ url: 'http://192.0.2.1:80' }] })
  },
)
