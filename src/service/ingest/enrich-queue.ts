// Enriches readings and returns them in order. Large imports are enriched in several threads: starting one takes a second.
import { setImmediate } from 'node:timers/promises'
import type { Reading } from '../../importer/index.ts'
import type { Enricher, Outcome } from './enricher.ts'
import type { EnrichingThreads } from './enriching-threads.ts'
import { type Enriched, type OpenInput, Portion, sizeOf } from './portion.ts'

/** What the queue needs. */
interface QueueContext {
  readonly enrich: Enricher
  /** Starts the threads that help when the import is large; undefined for none. */
  readonly startThreads: (() => EnrichingThreads) | undefined
  /** Called before an observation is enriched in this thread: its input, and the number of readings before it. */
  readonly onEnrich: (input: OpenInput, readings: number) => void
  /** Called when this thread goes on reading. */
  readonly onEnriched: () => void
  /** Receives portions in order. */
  readonly fill: (portion: Portion, enriched: Enriched) => void
  /** Receives inputs after their last portion. */
  readonly finish: (input: OpenInput) => void
}

/** An import with more observations, or more bytes of texts, is large. */
export const MANY_OBSERVATIONS = 2000
const MANY_BYTES = 16 * 1024 * 1024

/** Portions that were read and are not in a batch. */
const MOST_WAITING = 16

/** A portion in order, or the end of an input. */
type Entry =
  | { readonly portion: Portion; enriched: Enriched | undefined; readonly done: Promise<void> }
  | { readonly finished: OpenInput }

/** The readings between reading and batches. */
export class EnrichQueue {
  readonly #context: QueueContext
  readonly #entries: Entry[] = []
  #threads: EnrichingThreads | undefined
  #portion: Portion | undefined
  #observations = 0
  #bytes = 0

  constructor(context: QueueContext) {
    this.#context = context
  }

  /** Adds the next reading of an input; `fault` rejects it. */
  add(input: OpenInput, reading: Reading, fault: string | undefined): void {
    this.#portion ??= new Portion(input)
    this.#portion.add(reading, fault)
    if (reading.kind === 'observation') this.#weigh(sizeOf(reading.observation))
    if (this.#threads?.areReady !== true || this.#portion.isFull) this.cut()
  }

  /** Everything of the input was added. */
  end(input: OpenInput): void {
    this.cut()
    this.#entries.push({ finished: input })
    this.#fill()
  }

  /** Has the readings enriched that were added so far. */
  cut(): void {
    const portion = this.#portion
    if (portion === undefined) return
    this.#portion = undefined
    const given = this.#threads?.enrich(portion.work)
    if (given === undefined) {
      this.#entries.push({ portion, enriched: this.#enrichHere(portion), done: Promise.resolve() })
    } else {
      const entry = { portion, enriched: undefined as Enriched | undefined, done: Promise.resolve() }
      entry.done = given.then((enriched) => {
        entry.enriched = enriched ?? this.#enrichHere(portion)
        this.#fill()
        this.#context.onEnriched()
      })
      this.#entries.push(entry)
    }
    this.#fill()
    this.#context.onEnriched()
  }

  /** Resolves when further readings can be added. */
  async room(): Promise<void> {
    if (this.#threads === undefined || this.#portion !== undefined) return
    // Threads send their results as messages, which arrive between two steps of this thread.
    await setImmediate()
    await this.#waitFor(MOST_WAITING)
  }

  /** Resolves when everything that was added is in batches. */
  async drain(): Promise<void> {
    this.cut()
    await this.#waitFor(0)
  }

  /** Ends its threads. */
  async close(): Promise<void> {
    await this.#threads?.close()
  }

  async #waitFor(most: number): Promise<void> {
    while (this.#entries.length > most) {
      const first = this.#entries[0]
      if (first !== undefined && 'done' in first) await first.done
    }
  }

  #weigh(bytes: number): void {
    this.#observations++
    this.#bytes += bytes
    const isLarge = this.#observations > MANY_OBSERVATIONS || this.#bytes > MANY_BYTES
    if (isLarge) this.#threads ??= this.#context.startThreads?.()
  }

  #enrichHere({ readings, input, first }: Portion): readonly Outcome[] {
    const { enrich, onEnrich } = this.#context
    const outcomes: Outcome[] = []
    for (const [index, { reading, fault }] of readings.entries()) {
      if (reading.kind !== 'observation' || fault !== undefined) continue
      onEnrich(input, first + index)
      outcomes.push(enrich(reading.observation, input.planned.defaultTime))
    }
    return outcomes
  }

  /** Passes on what is enriched, up to the first portion that is not. */
  #fill(): void {
    for (let entry = this.#entries[0]; entry !== undefined; entry = this.#entries[0]) {
      if ('finished' in entry) this.#context.finish(entry.finished)
      else if (entry.enriched === undefined) return
      else this.#context.fill(entry.portion, entry.enriched)
      this.#entries.shift()
    }
  }
}
