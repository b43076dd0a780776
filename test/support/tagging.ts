// Submitting lists to a server and waiting for what comes of them, as a client program does.
import { setTimeout as sleep } from 'node:timers/promises'

/** Who calls. */
export interface Caller {
  readonly email: string
  readonly key: string
}

/** What `ip_tags/info` answers, or why not. */
export interface InfoAnswer {
  readonly error: boolean
  readonly errmsg?: string
  readonly state?: string
  readonly progress?: number
  readonly download_url?: string
}

const parameters = ({ email, key }: Caller, more: Readonly<Record<string, string>> = {}): string =>
  String(new URLSearchParams({ email, key, ...more }))

/** Submits a list. */
export async function submitList(
  url: string,
  caller: Caller,
  text: string,
): Promise<{ error: boolean; errmsg?: string; task_id?: number }> {
  const form = new FormData()
  form.set('file', new Blob([text]), 'list.txt')
  const answer = await fetch(`${url}/api/v1/ip_tags?${parameters(caller)}`, { method: 'POST', body: form })
  return (await answer.json()) as { error: boolean; task_id?: number }
}

/** Asks how far a task is. */
export async function askInfo(url: string, caller: Caller, id: number): Promise<InfoAnswer> {
  const answer = await fetch(`${url}/api/v1/ip_tags/info?${parameters(caller, { task_id: String(id) })}`)
  return (await answer.json()) as InfoAnswer
}

/** Waits until a task has ended, and checks on the way that neither state nor progress goes back. */
export async function waitForEnd(url: string, caller: Caller, id: number): Promise<InfoAnswer> {
  const order = ['init', 'running', 'success', 'failure']
  let last: InfoAnswer = { error: false, state: 'init', progress: 0 }
  for (const begin = performance.now(); performance.now() - begin < 60_000; await sleep(20)) {
    const next = await askInfo(url, caller, id)
    const back = order.indexOf(next.state ?? '') < order.indexOf(last.state ?? '')
    if (back || (next.progress ?? 0) < (last.progress ?? 0))
      throw new Error(`the task went back from ${JSON.stringify(last)} to ${JSON.stringify(next)}`)
    last = next
    if (next.state === 'success' || next.state === 'failure') return next
  }
  throw new Error(`the task did not end: ${JSON.stringify(last)}`)
}

/** Addresses of both families from everywhere, the same for the same number. */
export function mixedAddresses(amount: number): readonly string[] {
  let seed = 20_261_121
  const next = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return seed
  }
  return Array.from({ length: amount }, (_, index) => {
    if (index % 10 === 9)
      return `2a0${next() % 10}:${(next() & 0xffff).toString(16)}::${(index + 1).toString(16)}`
    return [1 + (next() % 223), (next() >>> 8) & 255, (next() >>> 8) & 255, (next() >>> 8) & 255].join('.')
  })
}
