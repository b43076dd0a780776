// Combines concurrent calls into one transaction (group commit): one sync to disk instead of hundreds.

interface Waiting<Input, Output> {
  readonly input: Input
  readonly resolve: (output: Output) => void
  readonly reject: (error: unknown) => void
}

/** Runs `work` on all inputs added since its last run; inputs added during a run wait for the next one. */
export class Batcher<Input, Output> {
  readonly #work: (inputs: readonly Input[]) => Promise<readonly Output[]>
  readonly #most: number
  #waiting: Waiting<Input, Output>[] = []
  #running: Promise<void> | undefined

  /** `work` returns its results in the order of its inputs, of which there are at most `most`. */
  constructor(work: (inputs: readonly Input[]) => Promise<readonly Output[]>, most: number) {
    this.#work = work
    this.#most = most
  }

  /** Adds one input; settles with the run that includes it. */
  add(input: Input): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>()
    this.#waiting.push({ input, resolve, reject })
    this.#running ??= this.#run()
    return promise
  }

  /** Resolves when nothing is waiting or running. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #run(): Promise<void> {
    // Callers whose requests arrive in the same tick of the event loop share a batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) await this.#runOnce(this.#waiting.splice(0, this.#most))
    this.#running = undefined
  }

  async #runOnce(batch: readonly Waiting<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.#work(batch.map(({ input }) => input))
      for (const [index, { resolve }] of batch.entries()) resolve(outputs[index] as Output)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
}
