// What the operator of a data directory can do with its records: everything, without credentials and coins. One interface, whether
// the store is open in this process or belongs to a running server.
import type { Asset, ExclusionRule } from '../../asset/index.ts'
import type { Appended, Position, StoredRows, StoreInfo, StoreReport } from '../../store/index.ts'
import type { FacetsAnswer, HostAnswer, TimelineAnswer } from '../aggregate/index.ts'
import type { DeriveJob, StoredDerivation } from '../derive/index.ts'
import type { AddedExclusions, Exclusion } from '../exclusion/index.ts'
import type { ExplainAnswer } from '../explain/index.ts'
import type { ImportCounts, ImportReport, ImportRun, ImportStart } from '../ingest/index.ts'
import type { AddressLine, MadeResult } from '../tag/index.ts'
import type { PivotsAnswer } from '../pivot/index.ts'
import type { RecordProvenance } from '../provenance/index.ts'
import type { RetentionPlan } from '../retention/index.ts'
import type { VulnerabilitiesAnswer } from '../vulnerability/index.ts'
import type { TriedRule } from '../rule-trial/index.ts'
import type { UndoJob } from '../undo/index.ts'

/** Selects records as a person writes it. `full` includes records last seen more than a year ago. */
export interface OperatorSelection {
  /** Query text. */
  readonly query: string
  readonly full: boolean
  /** E-mail of the account whose stored lists the query names; the only account by default. */
  readonly account?: string | undefined
}

/** One page of results for the operator. */
interface OperatorPage {
  readonly total: number
  readonly rows: readonly (readonly string[])[]
  readonly mode: 'normal' | 'extended'
}

/** A piece of an export and the position from which the next piece continues. */
export interface ExportPiece {
  readonly rows: readonly (readonly string[])[]
  readonly end: Position | undefined
}

/** The operator's use cases. Field names are catalogue names; mistakes are AppErrors. */
export interface Operator {
  readonly search: (
    request: OperatorSelection & {
      readonly fields: readonly string[]
      readonly size: number
      readonly page: number
    },
  ) => Promise<OperatorPage>
  /** The most frequent values of fields among all matches. */
  readonly facets: (
    request: OperatorSelection & { readonly fields: readonly string[]; readonly size: number },
  ) => Promise<FacetsAnswer>
  /** When the matches were last seen. */
  readonly timeline: (selection: OperatorSelection) => Promise<TimelineAnswer>
  /** Explains the results of a query, condition by condition. */
  readonly explain: (selection: OperatorSelection) => Promise<ExplainAnswer>
  /** The summary of an address or name from the records, with at most `most` services. Fails with `host` when no record exists. */
  readonly host: (name: string, most: number) => Promise<HostAnswer>
  readonly count: (selection: OperatorSelection) => Promise<number>
  readonly export: (
    request: OperatorSelection & { readonly fields: readonly string[]; readonly from: Position | undefined },
  ) => AsyncIterable<ExportPiece>
  readonly remove: (selection: OperatorSelection) => Promise<number>
  /** Accepts a batch of an import; see `Store.append`. */
  readonly append: (records: Iterable<Asset>) => Promise<Appended>
  /** Adds a started import to the list of imports. */
  readonly importStarted: (run: ImportStart) => Promise<void>
  /** Reports that it is running; called every few seconds. */
  readonly importAlive: (id: string) => Promise<void>
  /** Records that it stopped before its end. */
  readonly importLeft: (id: string) => Promise<void>
  /** Records its result. */
  readonly importEnded: (id: string, counts: ImportCounts, tools?: readonly string[]) => Promise<void>
  /** Imports, newest first. */
  readonly imports: () => Promise<readonly ImportRun[]>
  /** One import with its records, by its id or a prefix of it. */
  readonly importReport: (id: string) => Promise<ImportReport>
  /** Starts or continues the undo of an import. */
  readonly undoImport: (id: string) => Promise<UndoJob>
  /** The state of an undo by its number. */
  readonly undoState: (id: string) => Promise<UndoJob>
  /** Stops an undo; removed records stay removed. */
  readonly stopUndo: (id: string) => Promise<UndoJob>
  /** Starts to derive columns of all records again, or returns the job in flight. Only a long-running process finishes it. */
  readonly derive: (input: {
    readonly derivations: readonly StoredDerivation[]
    readonly rate: number
  }) => Promise<DeriveJob>
  /** The jobs that derive records again, newest first. */
  readonly derivations: () => Promise<readonly DeriveJob[]>
  /** Cancels such a job; false when it has ended. */
  readonly cancelDerivation: (id: number) => Promise<boolean>
  /** The exclusion rules, oldest first. */
  readonly exclusions: () => Promise<readonly Exclusion[]>
  /** Adds rules, hides the records that they exclude, and starts to remove them. */
  readonly addExclusions: (rules: readonly ExclusionRule[], note: string) => Promise<AddedExclusions>
  /** Removes a rule by its number. */
  readonly removeExclusion: (id: number) => Promise<Exclusion>
  /** Which imports observed the records of an address or name. Fails with `host` when there is none. */
  readonly provenance: (host: string) => Promise<readonly RecordProvenance[]>
  /** Which rare values of an address or name other hosts share. Fails with `host` when no record exists. */
  readonly pivots: (host: string) => Promise<PivotsAnswer>
  /** The vulnerabilities of an address or name. Fails with `host` when no record exists. */
  readonly vulnerabilities: (host: string) => Promise<VulnerabilitiesAnswer>
  /** What rules would match, one JSON object per line. */
  readonly tryRules: (text: string) => Promise<readonly TriedRule[]>
  /** What retention would remove now. */
  readonly retentionPlan: () => Promise<RetentionPlan>
  /** Removes expired records. */
  readonly retain: () => Promise<number>
  /** Makes appended batches durable. */
  readonly flush: () => Promise<void>
  /** Everything stored, unchanged, as of one moment. */
  readonly dump: (signal?: AbortSignal) => AsyncIterable<StoredRows>
  readonly info: () => Promise<StoreInfo>
  readonly examine: (thorough: boolean) => Promise<StoreReport>
  /** Tags lines, at most 10000 per call. `at` (milliseconds UTC): as of that moment, by the stored versions of feeds alone. */
  readonly tag: (lines: readonly AddressLine[], at?: number) => Promise<MadeResult>
  readonly close: () => Promise<void>
}
