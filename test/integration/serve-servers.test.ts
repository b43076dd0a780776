// Two servers of the API on one ClickHouse server and one PostgreSQL: one is killed amid imports, taggings and charges, both are
// replaced one after the other while callers go on, and ClickHouse is away or hangs while jobs run.
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG } from '../support/long.ts'
import { generateObservations, toRecord } from '../support/generated/index.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../support/clickhouse.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { firstAccount, Processes, type Running, searchUrl, until } from '../support/serve.ts'
import { type Caller, mixedAddresses, submitList, waitForEnd } from '../support/tagging.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'

const ABSENT = NO_POSTGRES ?? NO_CLICKHOUSE
type Server = Running & { readonly url: string }

/** How ClickHouse fails, and for how many milliseconds. */
const OUTAGES: readonly (readonly ['refuse' | 'hang', number])[] = LONG
  ? [
      ['refuse', 4000],
      ['refuse', 20_000],
      ['hang', 20_000],
    ]
  : [['refuse', 4000]]

describe.skipIf(ABSENT !== undefined)(
  `two servers on shared records and accounts${ABSENT ? ` (${ABSENT})` : ''}`,
  () => {
    const processes = new Processes()
    const data: string[] = []
    let clickhouse: Clickhouse | undefined
    let postgres: PostgresServer | undefined
    let proxy: TcpProxy | undefined
    let environment: Readonly<Record<string, string>> = {}

    beforeAll(async () => {
      clickhouse = await startClickhouse()
      postgres = await startPostgres()
      const [node = ''] = clickhouse.nodes.map(({ http }) => http)
      proxy = await TcpProxy.start(Number(node.split(':')[1]))
      data.push(processes.newData(), processes.newData())
      environment = {
        PERIPLUS_STATE_URL: await postgres.create(),
        PERIPLUS_STORE_URL: clickhouse.url('shared').replace(node, proxy.address),
        PERIPLUS_SECRET: 'x'.repeat(64),
        PERIPLUS_TAG_RESULTS: `${data[0]}-results`,
      }
    })
    afterAll(async () => {
      await processes.clean()
      proxy?.close()
      await clickhouse?.stop()
      await postgres?.stop()
    })

    const serve = (index: number): Promise<Server> =>
      processes.serve(data[index] ?? '', ['--no-demo'], environment)
    const command = async (...args: readonly string[]): Promise<{ code: number | null; output: string }> => {
      const running = processes.run(args, environment)
      return { code: await running.ended, output: running.output() }
    }
    const total = async (url: string, caller: Caller): Promise<number> => {
      const answer = await fetch(searchUrl(url, caller, 'port!=""', { full: 'true', size: '1' }))
      return ((await answer.json()) as { total: number }).total
    }

    it('lose nothing and double nothing when one is killed', async () => {
      const files = [3, 4].map((seed) => recordsFile(`${data[0]}-${seed}.ndjson`, seed))
      const [first, second] = [await serve(0), await serve(1)]
      const admin = firstAccount(data[0] ?? '')
      const made = await command(
        'account',
        'create',
        '--data',
        data[1] ?? '',
        '--email',
        'ada@example.com',
        '--coins',
        '60',
        '--json',
      )
      const caller = JSON.parse(made.output) as Caller
      const other = command('import', '--data', data[1] ?? '', files[1]?.path ?? '')
      const broken = command('import', '--data', data[0] ?? '', files[0]?.path ?? '')
      const list = mixedAddresses(3000)
      const { task_id: id = 0 } = await submitList(first.url, admin, list.join('\n'))
      let charged = 0
      let unanswered = 0
      const charges = Array.from({ length: 40 }, async (_, index) => {
        const url = searchUrl(index % 2 === 0 ? first.url : second.url, caller, 'port="443"')
        const answer = await fetch(url).then(
          (response) => response.json(),
          () => undefined,
        )
        if (answer === undefined) unanswered++
        else charged += (answer as { consumed_fpoint?: number }).consumed_fpoint ?? 0
      })
      await sleep(300)
      first.child.kill('SIGKILL')
      await Promise.all([first.ended, broken, ...charges])
      // Whoever is left ends the tagging of the one that died.
      expect(await waitForEnd(second.url, admin, id)).toMatchObject({ state: 'success', progress: 100 })
      expect((await other).code).toBe(0)
      const again = await serve(0)
      const repeated = await command('import', '--data', data[0] ?? '', files[0]?.path ?? '')
      expect(repeated.code, repeated.output).toBe(0)
      const expected = new Set(files.flatMap(({ identities }) => identities)).size
      expect(await total(again.url, admin)).toBe(expected)
      expect(await total(second.url, admin)).toBe(expected)
      const info = await fetch(
        `${second.url}/api/v1/info/my?${new URLSearchParams({ email: caller.email, key: caller.key })}`,
      )
      const { coins } = (await info.json()) as { coins: number }
      // A call whose answer was lost may have been charged or not; no other call may differ.
      expect(60 - coins).toBeGreaterThanOrEqual(charged)
      expect(60 - coins).toBeLessThanOrEqual(charged + unanswered)
      for (const server of [again, second]) await stop(server)
    }, 180_000)

    it('are restarted one after the other without a failed request', async () => {
      let servers = [await serve(0), await serve(1)]
      const admin = firstAccount(data[0] ?? '')
      let restarting = true
      let answered = 0
      const calling = (async () => {
        for (let index = 0; restarting; index++) {
          // As a proxy does: whoever takes no connection is skipped.
          const [one, other] = index % 2 === 0 ? servers : servers.toReversed()
          const url = (server: Server | undefined) =>
            searchUrl(server?.url ?? '', admin, 'port="443"', { full: 'true', size: '5' })
          const answer = await fetch(url(one)).catch(() => fetch(url(other)))
          expect([answer.status, ((await answer.json()) as { error: boolean }).error]).toEqual([200, false])
          answered++
        }
      })()
      for (const index of [0, 1]) {
        const [leaving] = servers.slice(index, index + 1)
        if (leaving !== undefined) await stop(leaving)
        const fresh = await serve(index)
        servers = servers.map((server, at) => (at === index ? fresh : server))
        const before = answered
        while (answered < before + 5) await Promise.race([sleep(20), calling])
      }
      restarting = false
      await calling
      expect(answered).toBeGreaterThan(10)
      for (const server of servers) await stop(server)
    })

    it.each(OUTAGES)(
      'end every job well while ClickHouse %ss for %i ms',
      async (mode, time) => {
        const server = await serve(0)
        const admin = firstAccount(data[0] ?? '')
        const name = `outage-${mode}-${time}`
        const before = await total(server.url, admin)
        const undone = await upload(server.url, admin, hostsFile(`${name}-undone`, 300))
        expect(await jobEnd(server.url, admin, `import/${undone}`)).toMatchObject({ state: 'success' })
        const kept = await upload(server.url, admin, hostsFile(`${name}-kept`, 500))
        expect(await jobEnd(server.url, admin, `import/${kept}`)).toMatchObject({ state: 'success' })
        const file = `${data[0]}-${name}.ndjson`
        writeFileSync(file, hostsFile(`${name}-command`, 400))
        const imports = JSON.parse(
          (await command('imports', 'list', '--json', '--data', data[0] ?? '')).output,
        )
        const [, { id = '' } = {}] = (imports as { imports: { id: string }[] }).imports
        // Counting the matches of an export needs ClickHouse, so it is submitted just before.
        const exported = `export/${await exportAll(server.url, admin, `${name}-kept`)}`
        proxy?.set(mode)
        const late = `import/${await upload(server.url, admin, hostsFile(`${name}-late`, 600))}`
        const { task_id: task = 0 } = await submitList(server.url, admin, mixedAddresses(500).join('\n'))
        const imported = command('import', '--data', data[0] ?? '', file)
        const undo = command('imports', 'undo', id, '--yes', '--data', data[0] ?? '')
        await sleep(time)
        proxy?.set('pass')
        for (const job of [exported, late])
          expect(await jobEnd(server.url, admin, job), server.output()).toMatchObject({ state: 'success' })
        expect(await jobEnd(server.url, admin, exported)).toMatchObject({ rows: 500 })
        expect(await waitForEnd(server.url, admin, task)).toMatchObject({ state: 'success' })
        const { code, output } = await imported
        expect(code, output).toBe(0)
        // A command that failed says that the records are away, and works when it is run again.
        const first = await undo
        if (first.code !== 0) {
          expect(first.output).toMatch(/503 Service Unavailable/)
          const again = await command('imports', 'undo', id, '--yes', '--data', data[0] ?? '')
          expect(again.code, again.output).toBe(0)
        }
        expect(await total(server.url, admin)).toBe(before + 500 + 600 + 400)
        await stop(server)
      },
      180_000,
    )
  },
)

interface JobAnswer {
  readonly state: string
  readonly rows?: number
}

const query = ({ email, key }: Caller): string => String(new URLSearchParams({ email, key }))

/** Lines of records on hosts of a domain. */
function hostsFile(domain: string, count: number): string {
  const time = new Date().toISOString()
  return Array.from(
    { length: count },
    (_, index) =>
      `${JSON.stringify({ host: `h${index}.${domain}.example`, port: 80, title: domain, lastupdatetime: time })}\n`,
  ).join('')
}

async function upload(url: string, caller: Caller, body: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/import?${query(caller)}`, { method: 'POST', body })
  return ((await answer.json()) as { id: number }).id
}

async function exportAll(url: string, caller: Caller, title: string): Promise<number> {
  const body = new URLSearchParams({ qbase64: btoa(`title="${title}"`), fields: 'host', full: 'true' })
  const answer = await fetch(`${url}/api/v1/export?${query(caller)}`, { method: 'POST', body })
  return ((await answer.json()) as { id: number }).id
}

/** The state in which a job ends. */
function jobEnd(url: string, caller: Caller, path: string): Promise<JobAnswer> {
  return until(
    async () => {
      const answer = await fetch(`${url}/api/v1/${path}?${query(caller)}`)
      const job = (await answer.json()) as JobAnswer
      return ['success', 'failure'].includes(job.state) ? job : undefined
    },
    () => path,
    100,
  )
}

async function stop(server: Server): Promise<void> {
  server.child.kill('SIGTERM')
  await server.ended
}

/** A file of records and the identities in it; files of two numbers share some hosts. */
function recordsFile(
  path: string,
  seed: number,
): { readonly path: string; readonly identities: readonly string[] } {
  const observations = [
    ...generateObservations({ seed, count: 3000, now: Date.now() }),
    ...generateObservations({ seed: 9, count: 1000, now: Date.now() }),
  ]
  writeFileSync(path, observations.map((one) => `${JSON.stringify(toRecord(one))}\n`).join(''))
  return {
    path,
    identities: observations.map(({ reached, port, baseProtocol }) => `${reached} ${port} ${baseProtocol}`),
  }
}
