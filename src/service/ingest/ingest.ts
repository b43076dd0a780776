// From opened inputs to durable records: detect, read, enrich, write in batches, keep rejects, remember how far it came.
// Importers, enrichment and store are handed in; nothing here knows a format, a database or a terminal.
import type { Asset, Observation } from '../../asset/index.ts'
import type { Enriched } from '../../enrich/index.ts'
import type { Planned, Reading, Refused } from '../../importer/index.ts'
import type { Store, WriteResult } from '../../store/index.ts'
import { BATCH_LIMITS, Batcher, type BatchLimits } from './batch.ts'
import type { Checkpoint, InputMark } from './checkpoint.ts'
import type { RejectsFile } from './rejects.ts'

/** What an import has done so far. */
export interface ImportCounts {
  readonly inputs: number
  readonly refusedInputs: number
  /** Readings that became records, merged ones counted each. */
  readonly observations: number
  readonly rejects: number
  readonly skipped: number
  readonly added: number
  readonly replaced: number
  readonly touched: number
  readonly unchanged: number
}

/** The result of an import. */
export interface ImportSummary extends ImportCounts {
  readonly importId: string
  readonly rejectsFile: string | undefined
  readonly notes: readonly string[]
  /** Counts by importer name. */
  readonly formats: Readonly<
    Record<string, { readonly inputs: number; readonly observations: number; readonly rejects: number }>
  >
  readonly stopped: boolean
}

/** What an import works with. */
export interface IngestContext {
  readonly importId: string
  readonly store: Pick<Store, 'write'>
  readonly enrich: (observation: Observation, defaultTime: number) => Enriched
  /** Takes the icon of a site; the result is why it could not be kept. */
  readonly keepIcon?: ((bytes: Uint8Array) => string | undefined) | undefined
  readonly rejects: RejectsFile
  readonly checkpoint: Checkpoint
  /** Marks of a broken run of the same import. */
  readonly resume: readonly InputMark[]
  /** Called once with figures that change while the import runs. */
  readonly onProgress: (counts: ImportCounts) => void
  readonly signal?: AbortSignal
  readonly limits?: BatchLimits
  /** What people read instead of an input's name, where that is a path they do not know. */
  readonly shownName?: (name: string) => string
}

/** What is durable once a batch is: the marks of the inputs and the length of the rejects file. */
interface Mark {
  readonly inputs: readonly InputMark[]
  readonly rejectBytes: number
}

const MOST_NOTES = 200

/** Runs one import to its end, or until its signal fires; a stopped or broken one continues when it is called again. */
export async function ingest(
  inputs: AsyncIterable<Planned | Refused>,
  context: IngestContext,
): Promise<ImportSummary> {
  const run = new IngestRun(context)
  for await (const planned of inputs) {
    if (context.signal?.aborted) break
    if ('refused' in planned) run.refuse(planned)
    else await run.read(planned)
  }
  return run.finish()
}

/** The counters and open batch of one running import. */
class IngestRun {
  readonly #context: IngestContext
  readonly #batcher: Batcher<Mark>
  readonly #marks: InputMark[] = []
  readonly #notes: string[] = []
  readonly #formats: Record<string, { inputs: number; observations: number; rejects: number }> = {}
  readonly #counts = {
    inputs: 0,
    refusedInputs: 0,
    observations: 0,
    rejects: 0,
    skipped: 0,
    added: 0,
    replaced: 0,
    touched: 0,
    unchanged: 0,
  }

  constructor(context: IngestContext) {
    this.#context = context
    context.onProgress(this.#counts)
    this.#batcher = new Batcher(context.store, context.limits ?? BATCH_LIMITS, (mark, result) =>
      this.#durable(mark, result),
    )
  }

  refuse(refused: Refused): void {
    this.#counts.refusedInputs++
    this.#note(`${this.#shown(refused.name)}: ${refused.refused}`)
  }

  /** Reads one input, skipping what an earlier run of this import made durable. */
  async read(planned: Planned): Promise<void> {
    const earlier = this.#context.resume.find((mark) => mark.name === planned.input.name)
    this.#counts.inputs++
    this.#format(planned).inputs++
    let readings = 0
    if (earlier?.done) readings = earlier.readings
    else
      for await (const reading of planned.importer.read(planned.input, planned.options)) {
        if (++readings <= (earlier?.readings ?? 0)) continue
        if (this.#take(planned, reading)) await this.#flush(planned.input.name, readings)
        if (this.#context.signal?.aborted) break
      }
    this.#marks.push({ name: planned.input.name, readings, done: !this.#context.signal?.aborted })
  }

  async finish(): Promise<ImportSummary> {
    await this.#batcher.finish({ inputs: [...this.#marks], rejectBytes: this.#context.rejects.bytes })
    const stopped = this.#context.signal?.aborted ?? false
    if (!stopped) this.#context.checkpoint.clear()
    this.#context.rejects.close()
    const rejectsFile = this.#context.rejects.bytes > 0 ? this.#context.rejects.path : undefined
    const { importId } = this.#context
    return { ...this.#counts, importId, rejectsFile, notes: this.#notes, formats: this.#formats, stopped }
  }

  /** Takes one reading in; true when the batch is full. */
  #take(planned: Planned, reading: Reading): boolean {
    if (reading.kind === 'note') this.#note(`${this.#shown(planned.input.name)}: ${reading.text}`)
    else if (reading.kind === 'skip') this.#counts.skipped++
    else if (reading.kind === 'reject') this.#reject(planned, reading.reject)
    else return this.#store(planned, reading.observation, reading.line)
    return false
  }

  #store(planned: Planned, observation: Observation, line: number): boolean {
    const enriched = this.#context.enrich(observation, planned.defaultTime)
    if ('reason' in enriched) {
      this.#reject(planned, { line, reason: enriched.reason, text: JSON.stringify(observation.reached) })
      return false
    }
    if (observation.icon !== undefined) this.#keepIcon(observation.icon)
    this.#counts.observations++
    this.#format(planned).observations++
    return this.#batcher.add(enriched.asset satisfies Asset)
  }

  /** An icon is decoration: where it cannot be kept, that is said once, and the record goes on. */
  #keepIcon(icon: Uint8Array): void {
    const fault = this.#context.keepIcon?.(icon)
    if (fault !== undefined && !this.#notes.includes(fault)) this.#note(fault)
  }

  #reject(planned: Planned, reject: { line: number; reason: string; text: string }): void {
    this.#counts.rejects++
    this.#format(planned).rejects++
    const time = new Date(planned.defaultTime).toISOString()
    const file = this.#shown(planned.input.name)
    this.#context.rejects.write({ file, format: planned.importer.name, time }, reject)
  }

  async #flush(name: string, readings: number): Promise<void> {
    const inputs = [...this.#marks, { name, readings, done: false }]
    await this.#batcher.flush({ inputs, rejectBytes: this.#context.rejects.bytes })
  }

  #durable(mark: Mark, result: WriteResult): void {
    this.#counts.added += result.added
    this.#counts.replaced += result.replaced
    this.#counts.touched += result.touched
    this.#counts.unchanged += result.unchanged
    this.#context.checkpoint.save({ importId: this.#context.importId, ...mark, finished: false })
  }

  #shown(name: string): string {
    return this.#context.shownName?.(name) ?? name
  }

  #note(text: string): void {
    if (this.#notes.length < MOST_NOTES) this.#notes.push(text)
  }

  #format(planned: Planned): { inputs: number; observations: number; rejects: number } {
    const name = planned.importer.name
    this.#formats[name] ??= { inputs: 0, observations: 0, rejects: 0 }
    return this.#formats[name]
  }
}
