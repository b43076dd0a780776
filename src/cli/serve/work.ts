// The work of a server beside calls: tagging and all other jobs.
import type { Config } from '../../config/index.ts'
import { createJobs } from '../../job/index.ts'
import { ReadingThreads } from '../../service/ingest/index.ts'
import { scheduledRetention } from '../../service/retention/index.ts'
import type { ObservedAdmission } from '../../service/search/index.ts'
import { jobKinds } from '../data/job-kinds.ts'
import { serverExclusions } from '../data/open-exclusions.ts'
import { openImports } from '../data/open-imports.ts'
import { openRetention, retentionPolicy } from '../data/open-retention.ts'
import type { Databases, Reports } from './databases.ts'
import { openJobs } from './jobs.ts'
import { startTagging } from './tagging.ts'

/** Databases, and who may search them when. */
interface WorkContext extends Databases {
  readonly admission: ObservedAdmission
  readonly now: () => number
}

/** Opens tagging and all other jobs; `stack` closes them. */
export async function openWork(
  config: Config,
  { metrics, onError }: Reports,
  context: WorkContext,
  stack: AsyncDisposableStack,
) {
  const { state, store, presence, accounts, now } = context
  const jobs = createJobs({ state, presence, onError, onEnded: metrics.task, now })
  const { tagging, feeds, sources, ...taggingWork } = startTagging({
    ...{ config, state, jobs, accounts, store, metrics, onError, now },
  })
  stack.defer(() => taggingWork.close())
  const threads = new ReadingThreads()
  stack.defer(() => threads.close())
  // Closed first, because its work needs everything else.
  stack.defer(() => jobs.close())
  // Loaded in advance, so that the first task does not wait.
  sources.current().catch(onError)
  const imports = openImports(config, state, store)
  const exclusions = await serverExclusions({ config, state, store, jobs }, onError)
  stack.defer(() => exclusions.close())
  const opened = await openJobs({
    ...{ ...context, config, onError, jobs, imports, exclusions, sources, threads },
  })
  const retention = scheduledRetention({
    ...{ jobs, now },
    kind: jobKinds(config, state).retain,
    retention: openRetention(config, state, store),
    policy: retentionPolicy(config),
    expiry: config['import.reportExpiry'],
  })
  return { ...opened, jobs, tagging, feeds, sources, imports, exclusions, retention }
}
