// A process that writes records to servers until it is told to stop, and may stop itself (SIGSTOP) at a step of its commit log.
// Arguments, as one JSON text: see `WorkerOptions`. Prints a line for each batch that is durable.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CommitLog } from '../../src/commit/index.ts'
import { COMMIT_LOG_TIMES, openCommitLog, openState } from '../../src/state/index.ts'
import { openServerStore, type Store } from '../../src/store/index.ts'
import { asset } from './asset.ts'
import type { PauseStep, WorkerOptions } from './write-steps.ts'

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions
let passes = options.pauseAt?.passes ?? 0

function pass(step: PauseStep): void {
  if (options.pauseAt?.step !== step || passes-- !== 0) return
  console.log('{"paused":true}')
  process.kill(process.pid, 'SIGSTOP')
}

/** The log, with a place to stop before and after each change. */
function stopping(log: CommitLog): CommitLog {
  return {
    ...log,
    begin: async (lease, unit) => {
      pass('begin')
      const begun = await log.begin(lease, unit)
      pass('begun')
      return begun
    },
    advance: async (unit, from, to, replaces) => {
      const [before, after]: [PauseStep, PauseStep] =
        from === 'inserting' ? ['commit', 'committed'] : ['finish', 'finished']
      pass(before)
      const changed = await log.advance(unit, from, to, replaces)
      pass(after)
      return changed
    },
  }
}

async function open(): Promise<Store> {
  const state = await openState(options.state)
  const times = { ...COMMIT_LOG_TIMES, lease: options.lease }
  const log = (store: string, alone: boolean) => stopping(openCommitLog(state, store, alone, times))
  const unitLimits = { age: 300 }
  return openServerStore({ ...options.servers, log, unitLimits, watchInterval: 500 })
}

let stop = false
process.stdin.on('data', () => {
  stop = true
})

const store = await open()
console.log('{"ready":true}')
for (let round = 1; !stop; round++) {
  // A tenth of each batch is new, the rest was written before by this worker or another one.
  const records = Array.from({ length: options.batch }, (_, index) => {
    const own = index % 10 === 0
    const reached = own
      ? `${options.name}-${round}-${index}.example.com`
      : `shared-${(round * 7 + index) % (options.batch * 2)}.example.com`
    const time = 1_700_000_000 + round * 10
    return asset({
      reached,
      host: reached,
      port: 80,
      title: `${options.name} ${round}`,
      lastupdatetime: time,
      firstseen: time,
      content_time: time,
      content_import: `${options.name} ${round}`,
    })
  })
  try {
    await store.write(records)
    console.log(JSON.stringify({ hosts: records.map(({ reached }) => reached), round }))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error) }))
    await sleep(20)
  }
}
await store.close()
process.exit(0)
