// Exports and imports that a killed server had in progress go on at its next start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { runCommand, startServerProcess } from '../support/command.ts'
import { firstAccount, until } from '../support/serve.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-kill-jobs-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const RECORDS = 12_000

interface Job {
  readonly id: number
  readonly state: string
  readonly progress: number
  readonly rows: number
  readonly cost: number
  readonly observations: number
  readonly download_url: string
}

it('a server killed in the middle finishes the import and the export of before, whole and paid once', async () => {
  const data = join(directory, 'data')
  let { server, url } = await startServerProcess(data)
  const admin = firstAccount(data)
  const made = await runCommand([
    'account',
    'create',
    '--data',
    data,
    '--email',
    'u@example.com',
    '--level',
    'free',
    '--coins',
    '9',
    '--json',
  ])
  const user = JSON.parse(made.out) as { email: string; key: string }
  const call = async <Answer>(path: string, who: typeof user, init: RequestInit = {}): Promise<Answer> => {
    const { email, key } = who
    const answer = await fetch(`${url}${path}?${new URLSearchParams({ email, key })}`, init)
    return (await answer.json()) as Answer
  }
  const restart = async (): Promise<void> => {
    await server.kill()
    ;({ server, url } = await startServerProcess(data))
  }
  const ended = (path: string, who: typeof user): Promise<Job> =>
    until(
      async () => {
        const job = await call<Job>(path, who)
        return job.state === 'success' || job.state === 'failure' ? job : undefined
      },
      () => path,
    )

  const time = new Date().toISOString()
  const lines = Array.from({ length: RECORDS }, (_, index) =>
    JSON.stringify({ host: `h${index}.example.com`, port: 80, title: 'page', lastupdatetime: time }),
  )
  const body = `${lines.join('\n')}\n`
  const sent = await call<Job>('/api/v1/import', admin, { method: 'POST', body })
  await restart()
  expect(await ended(`/api/v1/import/${sent.id}`, admin)).toMatchObject({ state: 'success' })

  const form = new URLSearchParams({ qbase64: btoa('title="page"'), fields: 'host,title' })
  const submitted = await call<Job>('/api/v1/export', user, { method: 'POST', body: form })
  for (let kill = 0; kill < 2; kill++) {
    await sleep(30 * kill)
    await restart()
  }
  const end = await ended(`/api/v1/export/${submitted.id}`, user)
  expect(end).toMatchObject({ state: 'success', progress: 100, rows: RECORDS, cost: 2 })
  const { pathname, search } = new URL(end.download_url)
  const rows = (await (await fetch(url + pathname + search)).text()).trim().split('\n')
  expect(new Set(rows).size).toBe(RECORDS)
  expect(await call('/api/v1/info/my', user)).toMatchObject({ coins: 7 })
  await server.kill()
})
