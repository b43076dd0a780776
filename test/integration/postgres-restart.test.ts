// A server whose PostgreSQL restarts under load: callers get 503 meanwhile, and the same process goes on afterwards.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { createJobs } from '../../src/job/index.ts'
import { type Db, openState, Presence } from '../../src/state/index.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { firstAccount, Processes, searchUrl, until } from '../support/serve.ts'
import { addAccount } from '../support/state.ts'

/** Any write. */
async function addRow(db: Db): Promise<void> {
  await db.insertInto('revision').values({ name: 'x', value: 1 }).execute()
}

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

describe.skipIf(NO_POSTGRES !== undefined)(
  `a PostgreSQL that restarts${NO_POSTGRES ? ` (${NO_POSTGRES})` : ''}`,
  () => {
    const processes = new Processes()
    let postgres: PostgresServer

    beforeAll(async () => {
      postgres = await startPostgres()
    })
    afterAll(async () => {
      await processes.clean()
      await postgres?.stop()
    })

    async function ask(url: string): Promise<Answer> {
      const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
      return {
        status: answer.status,
        retryAfter: answer.headers.get('retry-after'),
        text: await answer.text(),
      }
    }

    /** Calls one after the other in several lines until it is stopped, and gives all answers. */
    function load(url: string, lines: number): () => Promise<readonly Answer[]> {
      let running = true
      const answers: Answer[] = []
      const line = async (): Promise<void> => {
        while (running) {
          answers.push(await ask(url))
          await sleep(5)
        }
      }
      const all = Promise.all(Array.from({ length: lines }, line))
      return async () => {
        running = false
        await all
        return answers
      }
    }

    it.each(['fast', 'immediate'] as const)(
      '%s fails an open transaction and not the process',
      async (mode) => {
        const state = await openState({ url: await postgres.create() })
        const open = Promise.withResolvers<void>()
        const restarted = Promise.withResolvers<void>()
        const write = state.write(async (db) => {
          await addRow(db)
          open.resolve()
          await restarted.promise
          await addRow(db)
        })
        const outcome = write.catch((error: unknown) => error)
        await open.promise
        await postgres.restart(mode)
        restarted.resolve()
        expect(await outcome).toMatchObject({ code: 'unavailable', retryAfter: 2 })
        await state.check()
        expect(
          await state.db.selectFrom('revision').select('name').where('name', '=', 'x').execute(),
        ).toEqual([])
        await state.write(addRow)
        await state.close()
      },
    )

    it('neither fails nor repeats jobs, those that end meanwhile included', async () => {
      const state = await openState({ url: await postgres.create() })
      const presence = new Presence(state)
      const accounts = [await addAccount(state, 0, 'a'), await addAccount(state, 0, 'b')]
      const jobs = createJobs({ state, presence, now: Date.now })
      const away = Promise.withResolvers<void>()
      const runs: number[] = []
      const queue = jobs.open<boolean, string>({
        name: 'slow',
        concurrency: 2,
        expiry: 1000,
        run: async ({ id, input: asksDatabase }) => {
          runs.push(id)
          await away.promise
          // One needs the database while it is away and is delayed; the other one only ends then.
          if (asksDatabase) await state.check()
          return 'done'
        },
        discard: async () => {},
      })
      const ids: number[] = []
      for (const [index, accountId] of accounts.entries())
        ids.push((await queue.submit({ accountId, key: '', input: index === 0 })).job.id)
      await until(
        () => (runs.length === 2 ? true : undefined),
        () => String(runs),
      )
      await postgres.restart('fast', async () => {
        away.resolve()
        await sleep(1500)
      })
      for (const [index, accountId] of accounts.entries()) {
        const find = async () => {
          const job = await queue.find(accountId, String(ids[index]))
          return job.endedAt === undefined ? undefined : job
        }
        expect(await until(find, () => String(runs))).toMatchObject({ state: 'success', result: 'done' })
      }
      expect(runs.filter((id) => id === ids[1])).toHaveLength(1)
      await jobs.close()
      await presence.close()
      await state.close()
    })

    it.each(['fast', 'immediate'] as const)('%s costs 503 and nothing else', async (mode) => {
      const environment = { PERIPLUS_STATE_URL: await postgres.create() }
      const data = processes.newData()
      const server = await processes.serve(data, ['--no-demo'], environment)
      const search = searchUrl(server.url, firstAccount(data), 'port="1"')
      const ready = `${server.url}/readyz`
      expect(await ask(ready)).toMatchObject({ status: 200 })
      const stop = load(search, 8)
      await sleep(300)
      await postgres.restart(mode, async () => {
        await until(
          async () => ((await ask(ready)).status === 503 ? true : undefined),
          () => server.output(),
        )
        const away = await ask(ready)
        expect(away).toMatchObject({ status: 503, retryAfter: '2' })
        expect(away.text).toContain('the database of accounts cannot be reached')
        // Credentials that were checked within the last second count without the database.
        await eventually(async () =>
          expect(await ask(search)).toMatchObject({ status: 503, retryAfter: '2' }),
        )
        expect((await ask(`${server.url}/healthz`)).status).toBe(200)
        const figures = async () => {
          const { status, text } = await ask(`${server.url}/metrics`)
          expect(status).toBe(200)
          return text.includes('periplus_state_up 0\n') ? text : undefined
        }
        expect(await until(figures, () => server.output())).toContain('periplus_store_up 1\n')
      })
      await until(
        async () => ((await ask(ready)).status === 200 ? true : undefined),
        () => server.output(),
      )
      await sleep(300)
      const answers = await stop()
      expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      expect(answers.filter(({ status, retryAfter }) => status === 503 && retryAfter === null)).toEqual([])
      expect(answers.some(({ status }) => status === 503)).toBe(true)
      expect(await ask(search)).toMatchObject({ status: 200 })
      expect(server.child.exitCode).toBeNull()
      expect(server.output()).not.toContain('work in the background failed')
    })
  },
)
