// What a server does every hour: removes what has expired, and keeps what is derived up to date.
import type { Config } from '../../config/index.ts'
import { type Derivations, deriveTags } from '../../service/derive/index.ts'
import type { SweptExclusions } from '../../service/exclusion/index.ts'
import { dailyCleanUp, type Screenshots } from '../../service/screenshot/index.ts'
import { currentRecordTags, type LiveSources } from '../../service/tag/index.ts'
import type { State } from '../../state/index.ts'
import { taggedRecords } from '../data/open-derivations.ts'
import { createAuditWatch } from './audit-watch.ts'
import type { Databases, Reports } from './databases.ts'
import type { openWork } from './work.ts'

const HOUR = 3_600_000

interface HourlyWork extends Reports {
  readonly config: Config
  readonly databases: Databases
  readonly work: Awaited<ReturnType<typeof openWork>>
  readonly screenshots: Screenshots
}

/** Removes what has expired and keeps what is derived up to date, now and every hour, until `stack` is disposed. */
export async function startHourlyWork(
  { config, databases, work, screenshots, metrics, onError }: HourlyWork,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { state, store, accounts } = databases
  const { jobs, sources, derivations, exclusions, retention } = work
  const keepTags = startTaggingRecords({ config, state, sources, derivations, onError }, stack)
  const cleanUp = dailyCleanUp(store, screenshots)
  const checkAudit = createAuditWatch({ accounts, metrics, onError })
  await jobs.purge()
  void checkAudit()
  const timer = setInterval(() => {
    Promise.all([
      accounts.purge().then(checkAudit),
      jobs.purge(),
      sweepExclusions(exclusions),
      retention.startDue(),
      cleanUp(Date.now()),
      keepTags(),
    ]).catch(onError)
  }, HOUR).unref()
  stack.defer(() => clearInterval(timer))
}

interface RecordTagging {
  readonly config: Config
  readonly state: State
  readonly sources: LiveSources
  readonly derivations: Derivations
  readonly onError: (error: unknown) => void
}

/** Tags the records again once feeds are loaded and whenever one changes, until `stack` is disposed; returns a further check. */
function startTaggingRecords(
  { config, state, sources, derivations, onError }: RecordTagging,
  stack: AsyncDisposableStack,
): () => Promise<void> {
  let isStopping = false
  stack.defer(() => {
    isStopping = true
  })
  const tagRecords = async (): Promise<void> => {
    const { mark } = await currentRecordTags(sources, Date.now())
    if (!isStopping)
      await deriveTags(taggedRecords({ config, state }), mark, config['derive.rate'], derivations)
  }
  const keepTags = (): Promise<void> =>
    tagRecords().catch((error: unknown) => {
      // A stop does not wait for feeds that are being read.
      if (!isStopping) onError(error)
    })
  void keepTags()
  sources.watch(() => void keepTags())
  return keepTags
}

/** Imports that ran while a rule was added may have stored what it excludes. */
async function sweepExclusions(exclusions: SweptExclusions): Promise<void> {
  if ((await exclusions.list()).length > 0) await exclusions.start()
}
