// What a reader of inputs gets, and what it reports.
import type { ExclusionRule } from '../../asset/index.ts'
import type { LocatorOptions } from '../../enrich/index.ts'
import type { FoundFile, Limits, ReadProgress } from '../../importer/index.ts'
import type { RuleSource } from '../../rule/index.ts'
import type { LoadRequest } from '../tag/index.ts'
import type { BatchLimits, InputMark, ReadBatch } from './read-batch.ts'

/** The step that the reader is in. */
export type ReadStep = 'open' | 'read' | 'enrich'

/** A position at which reading failed or hung before: the input or record there is skipped, with the reason. */
export interface ReadFault {
  readonly input: string
  readonly step: ReadStep
  /** Number of complete readings of the input. */
  readonly readings: number
  readonly reason: string
}

/** Everything that reading needs; plain data that can be passed to a thread. */
export interface ReadRequest {
  readonly files: readonly FoundFile[]
  readonly format: string | undefined
  readonly port: number | undefined
  /** Regular expression whose first group is the port in the name of an input. */
  readonly portPattern?: string | undefined
  readonly fields: readonly string[] | undefined
  /** Milliseconds UTC for observations without a time. */
  readonly time: number | undefined
  /** Whether an archive's data about the person who recorded it is kept. */
  readonly keepPersonal: boolean
  readonly now: number
  readonly lineLimit: number | undefined
  readonly limits: Limits | undefined
  readonly importId: string
  /** Largest stored body in bytes. */
  readonly bodyLimit: number
  /** The rules that recognise products. */
  readonly rules?: RuleSource | undefined
  /** The databases of locations and networks. */
  readonly databases: LocatorOptions
  /** The feeds that give addresses tags. */
  readonly feeds?: LoadRequest | undefined
  /** A prefix of input names that is not shown to users. */
  readonly hiddenFolder: string | undefined
  /** Records that these rules exclude are not stored. */
  readonly exclusions?: readonly ExclusionRule[] | undefined
  readonly batch: BatchLimits
  /** Threads that enrich beside the reading one, once an import turns out to be large; none by default. */
  readonly enrichingThreads?: number | undefined
  /** How far an earlier run of the same import got. */
  readonly resume: readonly InputMark[]
  readonly faults: readonly ReadFault[]
}

/** Receives the batches and progress reports. */
export interface ReadSink {
  /** Sends a batch; resolves when there is room for another. */
  readonly send: (batch: ReadBatch) => Promise<void>
  readonly onFile: (path: string) => void
  readonly onInput: (name: string) => void
  /** The step that starts now, and the number of complete readings of the input. */
  readonly onStep: (step: ReadStep, readings: number) => void
  /** Whether the current delay is caused by the program itself. */
  readonly onPause: (paused: boolean) => void
  readonly progress: ReadProgress
}
