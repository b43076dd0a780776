// Deriving stored records again, in the server and in commands that open the records themselves.
import type { Config } from '../../config/index.ts'
import { createJobs, type Jobs } from '../../job/index.ts'
import {
  createDerivations,
  createPostponed,
  type Derivations,
  noteDerived,
  noteFirstRules,
  noteNewRecords,
  noteRecognised,
  noteTagged,
  type RecognisedRecords,
  type TaggedRecords,
  type VersionedRecords,
} from '../../service/derive/index.ts'
import { openRecognise, ruleMark, type RuleSource } from '../../rule/index.ts'
import { Presence, type State } from '../../state/index.ts'
import { currentRecordTags, type LiveSources } from '../../service/tag/index.ts'
import type { Store } from '../../store/index.ts'
import { openDatabases, rulesOf } from './import-tools.ts'
import { jobKinds } from './job-kinds.ts'

/** The records of a data directory. */
interface OpenRecords {
  readonly config: Config
  readonly state: State
  readonly store: Store
  /** The sources of tags. */
  readonly sources: Pick<LiveSources, 'current'>
}

/** Where it is stored which version of the derivations the records have. */
export function versionedRecords({ config, state }: Pick<OpenRecords, 'config' | 'state'>): VersionedRecords {
  return { state, fact: `${jobKinds(config, state).derive}.version` }
}

/** Where it is stored by which sources the records are tagged. */
export function taggedRecords({ config, state }: Pick<OpenRecords, 'config' | 'state'>): TaggedRecords {
  return { state, fact: `${jobKinds(config, state).derive}.tags` }
}

function markOf(rules: RuleSource | undefined): string | undefined {
  return rules && ruleMark(rules)
}

/** Where it is stored by which rules the records are recognised. */
export function recognisedRecords({
  config,
  state,
}: Pick<OpenRecords, 'config' | 'state'>): RecognisedRecords {
  return { state, fact: `${jobKinds(config, state).derive}.rules` }
}

/** Where nothing is stored yet, notes that this program's derivations and the rules in use make the records to come. */
export async function noteNew({ config, state, store }: Omit<OpenRecords, 'sources'>): Promise<void> {
  const count = async (): Promise<number> => (await store.info()).records
  await noteNewRecords(versionedRecords({ config, state }), count)
  const rules = rulesOf(config)
  if (rules !== undefined)
    await noteFirstRules(recognisedRecords({ config, state }), () => ruleMark(rules), count)
}

/** Opens the jobs that derive columns of stored records again; `concurrency` is 0 where this process shall not work on them. */
export function openDerivations(records: OpenRecords, jobs: Jobs, concurrency = 1): Derivations {
  const { config, state, store, sources } = records
  const kind = jobKinds(config, state).derive
  return createDerivations({
    ...{ jobs, store, concurrency },
    kind,
    postponed: createPostponed(state, kind),
    locator: () => openDatabases(config),
    recognise: () => openRecognise(rulesOf(config)),
    ruleMark: () => markOf(rulesOf(config)),
    tagsOf: async () => (await currentRecordTags(sources, Date.now())).tagsOf,
    expiry: config['import.reportExpiry'],
    derived: async (input) => {
      await noteDerived(versionedRecords(records), input)
      await noteTagged(taggedRecords(records), input)
      await noteRecognised(recognisedRecords(records), input)
    },
  })
}

/** Derivations of a command, with what closes them; a job that is left then resumes in the next process. */
interface OwnDerivations extends Derivations {
  readonly close: () => Promise<void>
}

/** Derivations of a command, opened when they are first needed; only a command that submits a job works on jobs. */
export function ownDerivations(records: OpenRecords): OwnDerivations {
  const stack = new AsyncDisposableStack()
  const opened = new Map<boolean, Promise<Derivations>>()
  const start = async (works: boolean): Promise<Derivations> => {
    const presence = new Presence(records.state)
    stack.defer(() => presence.close())
    if (works) await presence.buryDead()
    const onError = (error: unknown): void => void process.stderr.write(`periplus: ${String(error)}\n`)
    const jobs = createJobs({ state: records.state, presence, onError, now: Date.now })
    stack.defer(() => jobs.close())
    return openDerivations(records, jobs, works ? 1 : 0)
  }
  const opening = (works: boolean): Promise<Derivations> => {
    const known = opened.get(works) ?? start(works)
    opened.set(works, known)
    return known
  }
  return {
    submit: async (input) => (await opening(true)).submit(input),
    list: async () => (await opening(opened.has(true))).list(),
    cancel: async (id) => (await opening(opened.has(true))).cancel(id),
    resume: async () => (await opening(opened.has(true))).resume(),
    close: () => stack.disposeAsync(),
  }
}
