// Kills a server at random moments while it works on a tagging task, and reports the results.
import { setTimeout as sleep } from 'node:timers/promises'
import { firstAccount, Processes } from './serve.ts'
import { mixedAddresses, submitList, waitForEnd } from './tagging.ts'

/** The results of the killed tasks. */
export interface KillReport {
  readonly tasks: number
  /** Tasks that ended with success and a complete file of the right lines. */
  readonly right: number
  /** Tasks that a kill interrupted before they had ended. */
  readonly interrupted: number
  /** Lines used today, according to the account. */
  readonly used: number
}

/** Repeatedly submits a list and kills the server at once or a little later. */
export async function killTagging(kills: number, lines: number, longest: number): Promise<KillReport> {
  const processes = new Processes()
  const data = processes.newData()
  const environment = { PERIPLUS_TAG_DAILY_LIMIT: '10000000' }
  const list = mixedAddresses(lines)
  let right = 0
  let interrupted = 0
  try {
    let server = await processes.serve(data, ['--no-demo'], environment)
    const caller = firstAccount(data)
    for (let kill = 0; kill < kills; kill++) {
      const { task_id: id = 0 } = await submitList(server.url, caller, list.join('\n'))
      await sleep(Math.random() * longest)
      server.child.kill('SIGKILL')
      await server.ended
      server = await processes.serve(data, ['--no-demo'], environment)
      const first = await fetch(
        `${server.url}/api/v1/ip_tags/info?${new URLSearchParams({ email: caller.email, key: caller.key, task_id: String(id) })}`,
      )
      if (((await first.json()) as { state: string }).state !== 'success') interrupted++
      const end = await waitForEnd(server.url, caller, id)
      if (end.state === 'success' && (await isRight(server.url, end.download_url ?? '', id, list))) right++
    }
    const info = await fetch(
      `${server.url}/api/v1/info/my?${new URLSearchParams({ email: caller.email, key: caller.key })}`,
    )
    const { tagging } = (await info.json()) as { tagging: { used_today: number } }
    return { tasks: kills, right, interrupted, used: tagging.used_today }
  } finally {
    await processes.clean()
  }
}

async function isRight(url: string, download: string, id: number, list: readonly string[]): Promise<boolean> {
  const { pathname, search } = new URL(download)
  const answer = await fetch(`${url}${pathname}${search}`)
  const result = (await answer.json()) as { task_id: number; results: readonly { input: string }[] }
  return (
    result.task_id === id &&
    result.results.every(({ input }, index) => input === list[index]) &&
    result.results.length === list.length
  )
}
