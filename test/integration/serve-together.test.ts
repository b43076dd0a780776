// Two servers, each with records of its own, on one PostgreSQL of accounts: coins are counted once.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { Processes, searchUrl } from '../support/serve.ts'

interface Answer {
  readonly error: boolean
  readonly errmsg?: string
  readonly consumed_fpoint?: number
}

/** Asks again while the server has no time: 100 searches at once may be more than a slow machine serves. */
async function servedAt(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url)
    if (response.status !== 503) return response
    await response.text()
    await sleep(200)
  }
}

describe.skipIf(NO_POSTGRES !== undefined)(
  `two servers on one PostgreSQL${NO_POSTGRES ? ` (${NO_POSTGRES})` : ''}`,
  () => {
    const processes = new Processes()
    let postgres: PostgresServer | undefined
    let environment: Readonly<Record<string, string>> = {}

    beforeAll(async () => {
      postgres = await startPostgres()
      environment = { PERIPLUS_STATE_URL: await postgres.create(), PERIPLUS_SECRET: 'x'.repeat(64) }
    })
    afterAll(async () => {
      await processes.clean()
      await postgres?.stop()
    })

    async function command(...args: readonly string[]): Promise<string> {
      const done = processes.run(args, environment)
      expect(await done.ended, done.output()).toBe(0)
      // Notes come before what is printed as JSON.
      return done.output().slice(Math.max(0, done.output().indexOf('{')))
    }

    /** A data directory with one record. */
    async function dataWithRecord(): Promise<string> {
      const data = processes.newData()
      const file = `${data}.ndjson`
      const record = {
        host: 'https://www.example.com',
        ip: '192.0.2.1',
        port: 443,
        title: 'login',
        protocol: 'https',
      }
      writeFileSync(file, `${JSON.stringify({ ...record, lastupdatetime: '2026-01-01 00:00:00' })}\n`)
      await command('import', '--data', data, file)
      return data
    }

    it('answer 50 of 200 calls at once from 50 coins, and leave none', async () => {
      const data = [await dataWithRecord(), await dataWithRecord()]
      const account = JSON.parse(
        await command(
          'account',
          'create',
          '--data',
          data[0] ?? '',
          '--email',
          'ada@example.com',
          '--coins',
          '50',
          '--json',
        ),
      ) as { email: string; key: string }
      const servers = await Promise.all(data.map((one) => processes.serve(one, ['--no-demo'], environment)))
      const calls = Array.from({ length: 200 }, async (_, index) => {
        const url = searchUrl(servers[index % 2]?.url ?? '', account, 'title="login"', { full: 'true' })
        return (await servedAt(url).then((response) => response.json())) as Answer
      })
      const answers = await Promise.all(calls)
      expect(answers.filter(({ consumed_fpoint }) => consumed_fpoint === 1)).toHaveLength(50)
      expect(answers.filter(({ errmsg }) => errmsg === 'The service coin is not enough!')).toHaveLength(150)
      const info = await fetch(`${servers[1]?.url}/api/v1/info/my?${new URLSearchParams(account)}`)
      expect(await info.json()).toMatchObject({ error: false, coins: 0 })
      const ledger = await command('account', 'ledger', 'ada@example.com', '--data', data[0] ?? '', '--json')
      const { entries } = JSON.parse(ledger) as { entries: { amount: number }[] }
      const amounts = entries.map(({ amount }) => amount)
      expect(amounts.sort((a, b) => a - b)).toEqual([...Array(50).fill(-1), 50])
    })

    it('each export their own records', async () => {
      const data = [await dataWithRecord(), processes.newData()]
      const create = ['account', 'create', '--data', data[0] ?? '', '--email', 'eva@example.com', '--json']
      const { email, key } = JSON.parse(await command(...create, '--level', 'member')) as {
        email: string
        key: string
      }
      const servers = await Promise.all(data.map((one) => processes.serve(one, ['--no-demo'], environment)))
      const rows = await Promise.all(
        servers.map(async ({ url }, index) => {
          const out = `${data[index]}.out`
          const from = ['--server', url, '--email', email, '--key', key]
          // One account has one export in progress on each of them.
          await command('export', 'title="login"', '--full', '--fields', 'host', '--out', out, ...from)
          return readFileSync(out, 'utf8')
        }),
      )
      expect(rows).toEqual(['{"host":"https://www.example.com"}\n', ''])
    })
  },
)
