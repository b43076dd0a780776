import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../../test/support/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({
    settings: { 'http.baseUrl': 'https://Search.example.com/base', 'http.hosts': 'other.example.com,short' },
  })
})
afterAll(() => api.close())

const statusOf = async (url: string, host: string): Promise<number> =>
  (await api.app.inject({ url, headers: { host } })).statusCode

describe('the page', () => {
  it.each([
    'localhost:8420',
    'a.localhost',
    '127.0.0.1:8420',
    '[::1]:8420',
    '192.0.2.7',
    'search.example.com',
    'SEARCH.example.com.:443',
    'other.example.com',
    'short:8420',
    '',
  ])('is offered under `%s`', async (host) => {
    for (const url of ['/', '/help', '/web/api/session']) expect(await statusOf(url, host)).toBe(200)
  })

  it.each([
    'rebound.example.net',
    'rebound.example.net:8420',
    'localhost.example.net',
    '127.0.0.1.example.net',
  ])('is not offered under `%s`, which an attacker may have rebound to this machine', async (host) => {
    for (const url of ['/', '/help', '/web/api/session']) expect(await statusOf(url, host)).toBe(403)
    const { body } = await api.app.inject({ url: '/web/api/session', headers: { host } })
    expect(body).toContain('add it to http.hosts or http.baseUrl')
  })
})

it('programs can use the API and the probes under any name', async () => {
  const headers = { host: 'rebound.example.net' }
  const { body } = await api.app.inject({ url: '/api/v1/info/my', headers })
  expect(body).toContain('401 Unauthorized')
  expect(await statusOf('/healthz', headers.host)).toBe(200)
  expect(await statusOf('/openapi.json', headers.host)).toBe(200)
})
