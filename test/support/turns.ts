// Whether a process answers others beside long work.

/** Counts how often others ran, until it is stopped. */
export class Turns {
  count = 0
  #timer = this.#next()

  stop(): void {
    clearImmediate(this.#timer)
  }

  #next(): NodeJS.Immediate {
    return setImmediate(() => {
      this.count++
      this.#timer = this.#next()
    })
  }
}

/** Keeps the process busy for longer than a time slice. */
export function work(): void {
  const start = performance.now()
  while (performance.now() - start < 12);
}

/** How often others ran while some work went on. */
export async function passesBeside(running: Promise<unknown>): Promise<number> {
  const turns = new Turns()
  await running.finally(() => turns.stop())
  return turns.count
}
