// Submissions at the same instant, over one process and over two, and the day that ends meanwhile.
import { afterAll, describe, expect, it } from 'vitest'
import { testApi } from '../support/api.ts'
import { NO_POSTGRES, startPostgres } from '../support/postgres.ts'
import { firstAccount, Processes } from '../support/serve.ts'
import { type Caller, submitList, waitForEnd } from '../support/tagging.ts'

const RUNNING = 'Only one task can be run at a time!'
const processes = new Processes()
afterAll(() => processes.clean())

async function submitAtOnce(
  urls: readonly string[],
  caller: Caller,
): Promise<readonly (string | undefined)[]> {
  const list = Array.from({ length: 2000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`).join('\n')
  const answers = await Promise.all(urls.map((url) => submitList(url, caller, list)))
  const started = answers.filter(({ error }) => !error)
  expect(started).toHaveLength(1)
  const end = await waitForEnd(urls[0] ?? '', caller, started[0]?.task_id ?? 0)
  expect(end).toMatchObject({ state: 'success', progress: 100 })
  return answers.filter(({ error }) => error).map(({ errmsg }) => errmsg)
}

it('of submissions at the same instant one runs, and the others get the text', async () => {
  const data = processes.newData()
  const { url } = await processes.serve(data, ['--no-demo'])
  expect(await submitAtOnce([url, url, url, url], firstAccount(data))).toEqual([RUNNING, RUNNING, RUNNING])
})

describe.skipIf(NO_POSTGRES !== undefined)('on one PostgreSQL', () => {
  it('the same over two processes, and either answers for the other', async () => {
    const postgres = await startPostgres()
    try {
      const data = [processes.newData(), processes.newData()]
      const environment = {
        PERIPLUS_STATE_URL: await postgres.create(),
        PERIPLUS_SECRET: 'x'.repeat(64),
        PERIPLUS_TAG_RESULTS: `${data[0]}-results`,
      }
      const urls: string[] = []
      for (const one of data) urls.push((await processes.serve(one, ['--no-demo'], environment)).url)
      const caller = firstAccount(data[0] ?? '')
      expect(await submitAtOnce(urls, caller)).toEqual([RUNNING])
    } finally {
      await processes.clean()
      await postgres.stop()
    }
  })
})

it('counts a day’s lines exactly over midnight UTC', async () => {
  let now = Date.parse('2026-11-20T23:59:59.990Z')
  const api = await testApi({ accounts: { ada: {} }, now: () => now, settings: { 'tag.dailyLimit': '5' } })
  try {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
    const { ada = { email: '', key: '' } } = api.credentials
    const first = await submitList(url, ada, '1.1.1.1\n2.2.2.2\n3.3.3.3')
    await waitForEnd(url, ada, first.task_id ?? 0)
    expect(await submitList(url, ada, '1.1.1.1\n2.2.2.2\n3.3.3.3')).toMatchObject({
      errmsg: 'Daily data processing limit exceeded (3/5)!',
    })
    now += 20
    const second = await submitList(url, ada, '1.1.1.1\n2.2.2.2\n3.3.3.3\n4.4.4.4\n5.5.5.5')
    await waitForEnd(url, ada, second.task_id ?? 0)
    expect(await submitList(url, ada, '1.1.1.1')).toMatchObject({
      errmsg: 'Daily data processing limit exceeded (5/5)!',
    })
  } finally {
    await api.close()
  }
})
