// How tagging tasks end, and what is left of them: failures give their lines back, results expire, uploads that break off leave nothing.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { OPERATOR } from '../../src/service/account/index.ts'
import { type TestApi, type TestApiOptions, testApi } from '../support/api.ts'
import { memoryStore } from '../support/memory-store.ts'
import { askInfo, type Caller, type InfoAnswer, submitList, waitForEnd } from '../support/tagging.ts'

const DAY = 86_400_000
const LIST = '192.0.2.1\n192.0.2.2\n192.0.2.2\nno address\n'
const GONE = { error: true, errmsg: 'File does not exist!' }

let api: TestApi
afterEach(() => api.close())

async function open(options: TestApiOptions = {}): Promise<{ url: string; ada: Caller; eva: Caller }> {
  api = await testApi({ accounts: { ada: {}, eva: {} }, ...options })
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { ada, eva } = api.credentials
  if (ada === undefined || eva === undefined) throw new Error('no accounts')
  return { url, ada, eva }
}

async function taskOf(url: string, caller: Caller, list = LIST): Promise<number> {
  const { task_id, errmsg } = await submitList(url, caller, list)
  expect(errmsg).toBeUndefined()
  return task_id ?? 0
}

async function usedBy(url: string, { email, key }: Caller): Promise<object> {
  const info = await fetch(`${url}/api/v1/info/my?${new URLSearchParams({ email, key })}`)
  return ((await info.json()) as { tagging: object }).tagging
}

/** The answer under a download address, whatever name the server has. */
async function download(
  url: string,
  { download_url = '' }: InfoAnswer,
  more = '',
): Promise<{ readonly status: number; readonly body: string }> {
  const { pathname, search } = new URL(download_url)
  const answer = await fetch(`${url}${pathname}${search}${more}`)
  return { status: answer.status, body: await answer.text() }
}

describe('a task that fails', () => {
  it('says so without a file, gives its lines back, and the next one runs', async () => {
    const store = memoryStore([])
    const records = vi.fn(store.observe).mockRejectedValueOnce(new Error('the engine is away'))
    const { url, ada } = await open({ searched: { ...store, observe: records } })
    const id = await taskOf(url, ada)
    const failed = await waitForEnd(url, ada, id)
    expect(failed).toEqual({
      error: false,
      state: 'failure',
      progress: expect.any(Number),
      reason: 'Internal Server Error!',
    })
    expect(failed.progress).toBeLessThan(100)
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 0, running_task_id: null })
    const next = await waitForEnd(url, ada, await taskOf(url, ada))
    expect(next).toMatchObject({ state: 'success', progress: 100 })
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 4 })
    expect(await askInfo(url, ada, id)).toEqual(failed)
  })

  it('also gives them back to a day that is over', async () => {
    let now = Date.parse('2026-11-20T23:59:59Z')
    const midnight = Promise.withResolvers<void>()
    const observe = async (): Promise<never> => {
      await midnight.promise
      throw new Error('the engine is away')
    }
    const store = { ...memoryStore([]), observe }
    const { url, ada } = await open({ searched: store, now: () => now })
    const id = await taskOf(url, ada)
    now += 2000
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 0 })
    midnight.resolve()
    expect(await waitForEnd(url, ada, id)).toMatchObject({ state: 'failure' })
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 0 })
    now -= 2000
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 0 })
  })

  it('because its account was ended has no result', async () => {
    const stuck = (_: unknown, { signal }: { signal?: AbortSignal | undefined }) =>
      new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      )
    const { url, ada } = await open({ searched: { ...memoryStore([]), observe: stuck } })
    const id = await taskOf(url, ada)
    await eventually(async () => expect(await askInfo(url, ada, id)).toMatchObject({ state: 'running' }))
    const account = await api.accounts.showAccount('ada@example.com')
    await api.accounts.changeAccount(OPERATOR, account.id, { disabled: true })
    expect(await askInfo(url, ada, id)).toMatchObject({ error: true, errmsg: expect.stringContaining('401') })
    const ended = await api.tagging.info(account, String(id))
    expect(ended).toMatchObject({ state: 'failure', reason: 'the account was disabled' })
  })
})

describe('a result', () => {
  it('is under its address for everyone until it expires, and then it is gone', async () => {
    let now = Date.now()
    const { url, ada, eva } = await open({ now: () => now, settings: { 'tag.linkExpiry': '7d' } })
    const id = await taskOf(url, ada)
    const end = await waitForEnd(url, ada, id)
    expect(new URL(end.download_url ?? '').searchParams.get('filename')).toMatch(/^\d+-[0-9a-f]{32}\.json$/)
    expect(JSON.parse((await download(url, end)).body)).toMatchObject({ schema: 'ip-tags/1', task_id: id })
    now += 7 * DAY - 60_000
    await api.tagging.purge()
    expect((await download(url, end, '&format=csv')).status).toBe(200)
    now += 61_000
    for (const format of ['', '&format=csv', '&format=odd']) {
      const gone = await download(url, end, format)
      expect([gone.status, JSON.parse(gone.body)]).toEqual([404, GONE])
    }
    const folder = join(api.config.data, 'results')
    expect(readdirSync(folder)).toHaveLength(1)
    await api.tagging.purge()
    expect(readdirSync(folder)).toEqual([])
    expect((await download(url, end)).status).toBe(404)
    expect(await askInfo(url, ada, id)).toEqual({ error: true, errmsg: 'Task does not exist!' })
    const other = await waitForEnd(url, eva, await taskOf(url, eva))
    expect((await download(url, other)).status).toBe(200)
  })

  it('is gone while its account is disabled', async () => {
    const { url, ada } = await open()
    const end = await waitForEnd(url, ada, await taskOf(url, ada))
    expect((await download(url, end)).status).toBe(200)
    await api.accounts.changeAccount(OPERATOR, 'ada@example.com', { disabled: true })
    const gone = await download(url, end)
    expect([gone.status, JSON.parse(gone.body)]).toEqual([404, GONE])
    await api.accounts.changeAccount(OPERATOR, 'ada@example.com', { disabled: false })
    expect((await download(url, end)).status).toBe(200)
  })

  it('is not opened by a name that is nearly its own', async () => {
    const { url, ada } = await open()
    const end = await waitForEnd(url, ada, await taskOf(url, ada))
    const name = new URL(end.download_url ?? '').searchParams.get('filename') ?? ''
    const bodies = new Set<string>()
    for (const wrong of [
      name.toUpperCase(),
      `${name} `,
      name.replace('.json', ''),
      name.replace('.json', '.ndjson'),
      name.replace(/^\d+/, (id) => String(Number(id) + 1)),
      name.replace(/.\.json$/, (end) => (end === '0.json' ? '1.json' : '0.json')),
      `./${name}`,
      `../results/${name}`,
      `${name}\u0000`,
      `${name}/../../state.sqlite`,
    ]) {
      const answer = await fetch(`${url}/file_downloads/ip_tags?${new URLSearchParams({ filename: wrong })}`)
      expect([wrong, answer.status]).toEqual([wrong, 404])
      bodies.add(await answer.text())
    }
    expect([...bodies]).toEqual([JSON.stringify(GONE)])
  })
})

describe('an upload that breaks off', () => {
  const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'

  it('leaves no task and no line used, and the server goes on', async () => {
    const { url, ada } = await open()
    const { port } = new URL(url)
    const query = new URLSearchParams({ ...ada })
    for (const sent of ['', HEAD, `${HEAD}192.0.2.1\n`, `${HEAD}192.0.2.1\r\n--b-`]) {
      const socket = connect(Number(port), '127.0.0.1')
      const head = `POST /api/v1/ip_tags?${query} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n`
      await new Promise<void>((sentAll) => socket.write(head + sent, () => sentAll()))
      await eventually(async () => expect((await fetch(`${url}/healthz`)).status).toBe(200))
      socket.destroy()
    }
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 0, running_task_id: null })
    expect((await api.accounts.readTrail('operator', { action: 'tag.submit' })).length).toBe(0)
    await waitForEnd(url, ada, await taskOf(url, ada))
    expect(await usedBy(url, ada)).toMatchObject({ used_today: 4 })
  })
})

it('a task submitted while the sources are loaded waits, says so, and ends', async () => {
  const { url, ada } = await open()
  const id = await taskOf(url, ada)
  const account = await api.accounts.showAccount('ada@example.com')
  // Nothing was loaded before, and loading takes a thread.
  expect(await api.tagging.info(account, String(id))).toMatchObject({
    progress: 0,
    message: 'the sources of tags are being loaded; the task continues when they are',
  })
  const end = await waitForEnd(url, ada, id)
  expect(end).toMatchObject({ state: 'success' })
  expect(end).not.toHaveProperty('message')
})
