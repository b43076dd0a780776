import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'

const zip = vi.hoisted(() => ({ calls: 0 }))
vi.mock('node:zlib', async (original) => {
  const zlib = await original<typeof import('node:zlib')>()
  const gzip = (bytes: string, done: (error: Error | null, zipped: Buffer) => void): void => {
    zip.calls++
    zlib.gzip(bytes, done)
  }
  return { ...zlib, gzip, default: { ...zlib, gzip } }
})

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const ask = (accepted: string, host = 'localhost') =>
  api.app.inject({ url: '/openapi.json', headers: { host, 'accept-encoding': accepted } })

it('is compressed once for each address', async () => {
  const answers = [await ask('gzip, br'), await ask('br;q=0.5, gzip'), await ask('gzip')]
  expect(zip.calls).toBe(1)
  for (const { headers, rawPayload } of answers) {
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers.vary).toBe('Accept-Encoding')
    expect(JSON.parse(gunzipSync(rawPayload).toString())).toMatchObject({
      servers: [{ url: 'http://localhost' }],
    })
  }
})

it.each(['identity', '', 'gzip;q=0', 'gzip; q=0.0, br'])(
  'is plain for a caller that takes "%s"',
  async (accepted) => {
    const { headers, body } = await ask(accepted, '192.0.2.1:80')
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ servers: [{ url: 'http://192.0.2.1:80' }] })
  },
)
