// Work that goes on while PostgreSQL restarts or hangs: exports, imports, lists, searches and signed-in users of two servers.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG } from '../support/long.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { firstAccount, Processes, searchUrl, until } from '../support/serve.ts'
import { type Caller, mixedAddresses } from '../support/tagging.ts'

const RECORDS = 4000
const LINES = 3000
const PASSWORD = 'correct horse battery'

interface Job {
  readonly id: number
  readonly state: string
  readonly rows?: number
  readonly cost?: number
  readonly download_url: string
  readonly errmsg?: string
}

interface Site {
  readonly url: string
  readonly output: () => string
}

/** Calls until the answer is another than 503: what a client that keeps to `Retry-After` sees. */
async function patiently(work: () => Promise<Response>): Promise<Response> {
  return until(
    async () => {
      const answer = await work().catch(() => undefined)
      return answer === undefined || answer.status === 503 ? undefined : answer
    },
    () => 'always 503',
    100,
  )
}

const query = (who: Caller): string => String(new URLSearchParams({ email: who.email, key: who.key }))

async function call<Answer>(site: Site, path: string, who: Caller, init: RequestInit = {}): Promise<Answer> {
  const mark = path.includes('?') ? '&' : '?'
  const answer = await patiently(() => fetch(`${site.url}${path}${mark}${query(who)}`, init))
  return (await answer.json()) as Answer
}

function ended(site: Site, path: string, who: Caller): Promise<Job> {
  return until(
    async () => {
      const job = await call<Job>(site, path, who)
      return job.state === 'success' || job.state === 'failure' ? job : undefined
    },
    () => `${path} ${site.output()}`,
    50,
  )
}

async function download(site: Site, { download_url }: Job): Promise<string> {
  const { pathname, search } = new URL(download_url)
  const answer = await patiently(() => fetch(`${site.url}${pathname}${search}`))
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return text
}

/** Searches in turn on all sites until it is stopped; counts what the answers say was charged, and calls without an answer. */
function searchAlong(sites: readonly Site[], who: Caller) {
  let running = true
  const sum = { answered: 0, charged: 0, unknown: 0, statuses: new Set<number>() }
  const line = async (site: Site): Promise<void> => {
    while (running) {
      const answer = await fetch(searchUrl(site.url, who, 'title="seed"', { full: 'true', size: '1' }))
      const body = (await answer.json()) as { consumed_fpoint?: number }
      sum.statuses.add(answer.status)
      if (answer.status === 200) sum.answered++
      else sum.unknown++
      sum.charged += body.consumed_fpoint ?? 0
      await sleep(150)
    }
  }
  const all = Promise.all(sites.flatMap((site) => [line(site), line(site)]))
  // Whoever stops it hears of a failure; a test that failed before does not.
  all.catch(() => undefined)
  return async () => {
    running = false
    await all
    return sum
  }
}

describe.skipIf(NO_POSTGRES !== undefined)(
  `work during outages of PostgreSQL${NO_POSTGRES ? ` (${NO_POSTGRES})` : ''}`,
  () => {
    const processes = new Processes()
    let postgres: PostgresServer

    beforeAll(async () => {
      postgres = await startPostgres({ keepsCommits: true })
    })
    afterAll(async () => {
      await processes.clean()
      await postgres?.stop()
    })

    async function account(data: string, environment: Record<string, string>, name: string): Promise<Caller> {
      const options = [
        '--data',
        data,
        '--email',
        `${name}@example.com`,
        '--level',
        'free',
        '--coins',
        '5000',
        '--json',
      ]
      const created = processes.run(['account', 'create', ...options], environment)
      expect(await created.ended, created.output()).toBe(0)
      // Notes come before the object.
      return JSON.parse(created.output().slice(created.output().indexOf('{'))) as Caller
    }

    async function signIn(
      site: Site,
      link: string,
      email: string,
    ): Promise<Readonly<Record<string, string>>> {
      const headers = { 'content-type': 'application/json' }
      const token = new URL(link).hash.slice(1) || link.split('/').at(-1) || ''
      const set = { method: 'PUT', headers, body: JSON.stringify({ token, password: PASSWORD }) }
      expect((await fetch(`${site.url}/web/api/password-link`, set)).status).toBeLessThan(300)
      const body = JSON.stringify({ email, password: PASSWORD })
      const answer = await fetch(`${site.url}/web/api/session`, { method: 'POST', headers, body })
      expect(answer.status).toBe(200)
      const cookie = answer.headers
        .getSetCookie()
        .map((one) => one.split(';', 1)[0])
        .join('; ')
      const { csrf } = (await answer.json()) as { csrf: string }
      return { cookie, 'x-csrf-token': csrf }
    }

    async function balance(site: Site, admin: Caller, who: Caller) {
      const { entries } = await call<{ entries: { amount: number; kind: string }[] }>(
        site,
        `/api/v1/admin/accounts/${who.email}/ledger?size=1000`,
        admin,
      )
      const { coins } = await call<{ coins: number }>(site, '/api/v1/info/my', who)
      const amounts = (kind: string) =>
        entries.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum - amount, 0)
      return { coins, sum: entries.reduce((sum, { amount }) => sum + amount, 0), charged: amounts('charge') }
    }

    const seed = (count: number, title: string, name: string): string =>
      Array.from({ length: count }, (_, index) => {
        const time = new Date().toISOString()
        return `${JSON.stringify({ host: `${name}${index}.example.com`, port: 80, title, lastupdatetime: time })}\n`
      }).join('')

    it.each(LONG ? (['fast', 'immediate', 'hanging'] as const) : (['immediate'] as const))(
      'nothing is lost and nothing is charged twice when it is %s',
      async (mode) => {
        const environment = {
          PERIPLUS_STATE_URL: await postgres.create(),
          PERIPLUS_SECRET: 'x'.repeat(64),
          // Either process may tag the list.
          PERIPLUS_TAG_RESULTS: processes.newData(),
          PERIPLUS_LEVEL_FREE_RATE: '0',
        }
        const data = [processes.newData(), processes.newData()]
        const one: Site = await processes.serve(data[0] ?? '', ['--no-demo'], environment)
        const two: Site = await processes.serve(data[1] ?? '', ['--no-demo'], environment)
        const { link, ...admin } = firstAccount(data[0] ?? '')
        const headers = await signIn(one, link, admin.email)
        for (const site of [one, two]) {
          const sent = await call<Job>(site, '/api/v1/import', admin, {
            method: 'POST',
            body: seed(RECORDS, 'seed', 's'),
          })
          expect(await ended(site, `/api/v1/import/${sent.id}`, admin)).toMatchObject({ state: 'success' })
        }
        const searcher = await account(data[0] ?? '', environment, 'searcher')
        const worker = await account(data[0] ?? '', environment, 'worker')
        const stop = searchAlong([one, two], searcher)
        let cost = 0
        for (let round = 0; round < 2; round++) {
          const form = new URLSearchParams({ qbase64: btoa('title="seed"'), fields: 'host,title' })
          const file = new FormData()
          file.set('file', new Blob([mixedAddresses(LINES).join('\n')]), 'list.txt')
          const exported = await call<Job>(one, '/api/v1/export', worker, { method: 'POST', body: form })
          const sent = await call<Job>(one, '/api/v1/import', admin, {
            method: 'POST',
            body: seed(RECORDS, 'more', `m${round}-`),
          })
          const tagged = await call<{ task_id: number }>(two, '/api/v1/ip_tags', worker, {
            method: 'POST',
            body: file,
          })
          if (mode === 'hanging') await postgres.freeze(() => sleep(round === 0 ? 20_000 : 1000))
          else await postgres.restart(mode, () => sleep(300 * round))
          const end = await ended(one, `/api/v1/export/${exported.id}`, worker)
          expect(end).toMatchObject({ state: 'success', rows: RECORDS })
          cost += end.cost ?? 0
          expect(new Set((await download(one, end)).trim().split('\n')).size).toBe(RECORDS)
          expect(await ended(one, `/api/v1/import/${sent.id}`, admin)).toMatchObject({ state: 'success' })
          const list = await ended(two, `/api/v1/ip_tags/info?task_id=${tagged.task_id}`, worker)
          expect(list).toMatchObject({ state: 'success' })
          const { results } = JSON.parse(await download(two, list)) as { results: unknown[] }
          expect(results).toHaveLength(LINES)
          const session = await patiently(() => fetch(`${one.url}/web/api/account`, { headers }))
          expect(session.status).toBe(200)
        }
        const { charged, unknown, statuses } = await stop()
        expect([...statuses].sort().filter((status) => status !== 503)).toEqual([200])
        const total = await call<{ total: number }>(
          one,
          `/api/v1/search/all?${new URLSearchParams({ qbase64: btoa('title="more"'), full: 'true' })}`,
          admin,
        )
        expect(total.total).toBe(2 * RECORDS)
        const searched = await balance(one, admin, searcher)
        expect(searched.coins).toBe(searched.sum)
        // What was answered was charged once; a call whose answer was lost may have been.
        expect(searched.charged).toBeGreaterThanOrEqual(charged)
        expect(searched.charged).toBeLessThanOrEqual(charged + unknown)
        const worked = await balance(one, admin, worker)
        expect([worked.coins, worked.charged]).toEqual([5000 - cost, cost])
        expect([one.output(), two.output()].join('')).not.toMatch(/Internal Server Error/)
      },
      200_000,
    )
  },
)
