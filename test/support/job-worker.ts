// A process that works on jobs until it is killed: each job writes its file in steps under a temporary name, and renames it at the
// end. Arguments: the location of the state as JSON, the directory of the files.
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobRunner, type Worker } from '../../src/job/index.ts'
import { openState, Presence, type StateOptions } from '../../src/state/index.ts'

const [stateOptions = '', directory = ''] = process.argv.slice(2)
const state = await openState(JSON.parse(stateOptions) as StateOptions)
const presence = new Presence(state)
await presence.buryDead()

const run: Worker['run'] = async (job, { advance, signal }) => {
  const draft = join(directory, `${job.id}.${process.pid}`)
  writeFileSync(draft, '')
  for (let step = 0; step < 10; step++) {
    await sleep(8, undefined, { signal })
    appendFileSync(draft, `${step}\n`)
    advance(step * 10)
  }
  renameSync(draft, join(directory, `${job.id}.txt`))
  return { file: `${job.id}.txt` }
}

new JobRunner({ state, presence }).register({
  name: 'write',
  concurrency: 2,
  run,
  discard: async () => {},
})
console.log('working')
setInterval(() => {}, 1000)
