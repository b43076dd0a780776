// With `log.level` debug a search shows the statements it took; otherwise nothing of them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../support/api.ts'
import { asset } from '../support/asset.ts'
import { openTemporaryStore, type TemporaryStore } from '../support/temporary-store.ts'

let stored: TemporaryStore

beforeAll(async () => {
  stored = await openTemporaryStore()
  await stored.store.write([
    asset({ reached: 'a.example.com', title: 'secretive', lastupdatetime: Math.floor(Date.now() / 1000) }),
  ])
})
afterAll(() => stored.close())

async function timingOf(level: 'debug' | 'error'): Promise<string> {
  const api: TestApi = await testApi({
    searched: stored.store,
    accounts: { ada: { level: 'member' } },
    settings: { 'log.level': level },
  })
  const qbase64 = Buffer.from('title="secretive"').toString('base64')
  const url = `/api/v1/search/all?${new URLSearchParams({ ...api.credentials['ada'], qbase64, fields: 'host' })}`
  const answer = await api.app.inject({ url })
  expect(answer.json()).toMatchObject({ error: false, total: 1 })
  await api.close()
  return String(answer.headers['server-timing'])
}

describe('Server-Timing', () => {
  it('lists statements without their values where debugging is on', async () => {
    const timing = await timingOf('debug')
    expect(timing).toMatch(/^page;dur=[\d.]+, total;dur=[\d.]+, s1;dur=[\d.]+;desc="SELECT /)
    expect(timing).not.toContain('secretive')
  })

  it('reports page and total alone otherwise', async () => {
    expect(await timingOf('error')).toMatch(/^page;dur=[\d.]+, total;dur=[\d.]+$/)
  })
})
