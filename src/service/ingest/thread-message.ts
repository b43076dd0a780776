// Communication between the reading thread and the main thread: messages in order, and figures in shared memory, because a thread
// that hangs sends no messages.
import type { PackedBatch } from '../../store/write/index.ts'
import type { ReadBatch } from './read-batch.ts'
import type { ReadRequest, ReadStep } from './read-request.ts'

/** The input of the thread. */
export interface ThreadData {
  readonly request: ReadRequest
  readonly shared: SharedArrayBuffer
}

/** The messages of the thread. */
export type ThreadMessage =
  | { readonly kind: 'batch'; readonly batch: Omit<ReadBatch, 'records'>; readonly records: PackedBatch }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'end' }

const STEPS: readonly ReadStep[] = ['open', 'read', 'enrich']
const CELLS = ['consumed', 'moves', 'step', 'readings', 'paused'] as const

/** Figures of reading in shared memory; one thread writes, the other reads. */
export class Gauge {
  readonly #cells: Float64Array

  constructor(shared: SharedArrayBuffer) {
    this.#cells = new Float64Array(shared)
  }

  /** Memory for the figures. */
  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(CELLS.length * Float64Array.BYTES_PER_ELEMENT)
  }

  /** Bytes of the files that were read, before decompression. */
  get consumed(): number {
    return this.#cells[0] ?? 0
  }

  /** Increases with every step and everything that is consumed. */
  get moves(): number {
    return this.#cells[1] ?? 0
  }

  /** The current step, and the complete readings of its input. */
  get position(): { readonly step: ReadStep; readonly readings: number } {
    return { step: STEPS[this.#cells[2] ?? 0] ?? 'open', readings: this.#cells[3] ?? 0 }
  }

  consume(bytes: number): void {
    this.#cells[0] = bytes
    this.#move()
  }

  step(step: ReadStep, readings: number): void {
    this.#cells[2] = step === 'read' ? 1 : step === 'open' ? 0 : 2
    this.#cells[3] = readings
    this.#move()
  }

  /** Whether the thread is exempt from the time limit now. */
  get isPaused(): boolean {
    return this.#cells[4] === 1
  }

  pause(paused: boolean): void {
    this.#cells[4] = paused ? 1 : 0
    this.#move()
  }

  #move(): void {
    this.#cells[1] = (this.#cells[1] ?? 0) + 1
  }
}
