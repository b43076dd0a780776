// Callers of the HTTP API for benchmarks of load: in turn, and at a rate that does not wait for answers.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Processes, searchUrl } from '../../test/support/serve.ts'

/** An account on a server. */
export interface Caller {
  readonly url: string
  readonly email: string
  readonly key: string
}

/** What became of a call: status 0 where no answer came, milliseconds until the whole answer. */
export interface Asked {
  readonly status: number
  readonly time: number
  readonly retryAfter: number | undefined
}

let accounts = 0
let unseen = 0

/** Creates an account with many coins. */
export async function createCaller(
  processes: Processes,
  data: string,
  url: string,
  environment: Readonly<Record<string, string>> = {},
  level = 'enterprise',
): Promise<Caller> {
  const email = `load${Date.now()}-${accounts++}@example.com`
  const options = ['--data', data, '--email', email, '--level', level, '--coins', '1000000', '--json']
  const created = processes.run(['account', 'create', ...options], environment)
  if ((await created.ended) !== 0) throw new Error(created.output())
  const { key } = JSON.parse(created.output().slice(created.output().indexOf('{'))) as {
    readonly key: string
  }
  return { url, email, key }
}

/** Asks one query, with a condition that no record fails and nobody asked before. */
export async function ask(caller: Caller, query: string): Promise<Asked> {
  const varied = `(${query}) && as_number!="${4_100_000_000 + unseen++}"`
  const started = performance.now()
  try {
    const answer = await fetch(searchUrl(caller.url, caller, varied, { size: '100' }))
    await answer.arrayBuffer()
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      time: performance.now() - started,
      retryAfter: retryAfter === null ? undefined : Number(retryAfter),
    }
  } catch {
    return { status: 0, time: performance.now() - started, retryAfter: undefined }
  }
}

const queryAt = (queries: readonly string[], index: number): string => queries[index % queries.length] ?? ''

/** So many calls of one caller in flight for so many seconds, the next one when one is answered. */
export async function callsInTurn(
  caller: Caller,
  queries: readonly string[],
  inFlight: number,
  seconds: number,
): Promise<readonly Asked[]> {
  const end = performance.now() + seconds * 1000
  const asked: Asked[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const one = await ask(caller, queryAt(queries, next++))
      asked.push(one)
      if (one.status !== 200) await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return asked
}

/** Calls of several callers at a rate per second, whether earlier ones are answered or not. */
export async function callsAtRate(
  callers: readonly Caller[],
  queries: readonly string[],
  rate: number,
  seconds: number,
): Promise<readonly Asked[]> {
  const begin = performance.now()
  const asked: Promise<Asked>[] = []
  for (let count = 0; count < rate * seconds; count++) {
    const wait = begin + (count * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    const caller = callers[count % callers.length]
    if (caller !== undefined) asked.push(ask(caller, queryAt(queries, count)))
  }
  return Promise.all(asked)
}

/** The value that a share of the values does not exceed; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
