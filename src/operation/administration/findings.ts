// What `periplus doctor` would say of a server that runs, as far as looking costs nothing.
import { threadPoolSize } from '../../config/index.ts'
import {
  checkClock,
  checkDisk,
  checkMemory,
  checkThreads,
  type Finding,
  judgeDamage,
  judgeFeeds,
  newestTimes,
} from '../../service/doctor/index.ts'
import type { StoreDamage } from '../../store/index.ts'
import type { OperationContext } from '../context.ts'

/** Findings about the records, the disk, the memory, the threads, the clock and the feeds. */
export async function serverFindings(
  { config, services }: OperationContext,
  damage: StoreDamage,
): Promise<readonly Finding[]> {
  const inProcess = config['store.url'] === ''
  const memory = {
    engine: inProcess ? config['store.memoryLimit'] : 0,
    query: config['search.memoryLimit'],
    answers: config['http.answerMemory'],
  }
  const sessions = inProcess ? 2 * config['search.concurrency'] + config['export.concurrency'] + 2 : 0
  const reason = await services().readOnly.reason()
  return [
    ...(reason === undefined ? [] : [readOnlyFinding(reason)]),
    ...judgeDamage(damage),
    ...(await checkDisk(config.data)),
    ...checkMemory(memory),
    ...checkThreads(threadPoolSize(), sessions),
    ...(await checkClock(newestTimes(config.data))),
    ...judgeFeeds(await services().feeds.list()),
  ]
}

function readOnlyFinding(reason: string): Finding {
  return {
    check: 'read-only',
    level: 'warning',
    text: `records are read-only ${reason}`,
    remedy: 'jobs that change records wait meanwhile',
  }
}
