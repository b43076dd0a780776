// Provenance: which imports observed a record, from which files, when, and who ran them. Administrators see the account and the
// full paths; others see the names of the files and the times.
import { basename } from 'node:path'
import { quote, readQuery } from '../../query/index.ts'
import { type ImportRunRow, importRunsNamed, type State } from '../../state/index.ts'
import type { Store } from '../../store/index.ts'
import { readHostQuery } from '../aggregate/index.ts'
import { unknownHost } from '../unknown-host.ts'

/** Selects records: one by its `host`, transport and address as in results, or all of an address or name. */
interface ProvenanceRequest {
  readonly host: string
  readonly baseProtocol?: string | undefined
  readonly ip?: string | undefined
}

/** An import that observed a record. */
export interface RecordImport {
  readonly id: string
  /** When it first and last observed the record (milliseconds UTC). */
  readonly firstSeen: number
  readonly lastSeen: number
  /** When the import started (milliseconds UTC); undefined if the list of imports no longer has it. */
  readonly importedAt: number | undefined
  /** The first of its files; the record is from one of them. */
  readonly files: readonly string[]
  readonly fileCount: number
  /** The tools that wrote them, if known. */
  readonly tools: readonly string[]
  /** E-mail of the account, or `operator`; for administrators only. */
  readonly actor?: string
}

/** A record and the imports that observed it, newest first. */
export interface RecordProvenance {
  readonly host: string
  readonly ip: string
  readonly baseProtocol: string
  readonly imports: readonly RecordImport[]
}

/** The context of provenance. */
interface ProvenanceContext {
  readonly state: Pick<State, 'db'>
  readonly store: Pick<Store, 'pick'>
  readonly now: () => number
}

/** Reads the provenance of records; `full` for administrators. Fails with `host` when no such record exists. */
export type ReadProvenance = (
  asked: ProvenanceRequest,
  full: boolean,
  signal?: AbortSignal,
) => Promise<readonly RecordProvenance[]>

const MOST_RECORDS = 100
const COLUMNS = ['host', 'ip', 'base_protocol', 'imports'] as const

/** Opens provenance. */
export function createProvenance({ state, store, now }: ProvenanceContext): ReadProvenance {
  return async (asked, full, signal) => {
    const query = readQuery(queryOf(asked))
    const request = { query, since: undefined, now: now(), columns: COLUMNS, limit: MOST_RECORDS }
    const records = await store.pick({ ...request, ...(signal && { signal }) })
    if (records.length === 0) throw unknownHost(asked.host)
    const ids = [...new Set(records.flatMap(({ imports }) => imports.map(([id]) => id)))]
    const runs = new Map((await importRunsNamed(state.db, ids)).map((run) => [run.id, run]))
    return records.map(({ host, ip, base_protocol, imports }) => ({
      ...{ host, ip, baseProtocol: base_protocol },
      imports: imports
        .toSorted(([, , one], [, , other]) => other - one)
        .map(([id, first, last]) => ({
          ...{ id, firstSeen: first * 1000, lastSeen: last * 1000 },
          ...runFacts(runs.get(id), full),
        })),
    }))
  }
}

function queryOf({ host, baseProtocol, ip }: ProvenanceRequest): string {
  if (baseProtocol === undefined) {
    const query = readHostQuery(host)
    if (query === undefined) throw unknownHost(host)
    return query.text
  }
  const conditions = [`host==${quote(host)}`, `base_protocol==${quote(baseProtocol)}`]
  if (ip !== undefined) conditions.push(ip === '' ? 'ip=""' : `ip==${quote(ip)}`)
  return conditions.join(' && ')
}

function runFacts(
  run: ImportRunRow | undefined,
  full: boolean,
): Omit<RecordImport, 'id' | 'firstSeen' | 'lastSeen'> {
  if (run === undefined) return { importedAt: undefined, files: [], fileCount: 0, tools: [] }
  const files = JSON.parse(run.files) as readonly string[]
  const { fileCount = files.length } = JSON.parse(run.options) as { readonly fileCount?: number }
  return {
    importedAt: Number(run.started_at),
    // A full path reveals the file system of the operator's machine.
    files: full ? files : files.map((file) => basename(file)),
    fileCount,
    tools: run.tools === null ? [] : (JSON.parse(run.tools) as readonly string[]),
    ...(full && { actor: run.actor }),
  }
}
