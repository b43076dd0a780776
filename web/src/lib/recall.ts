/** Walks through earlier queries as a terminal does; what was being written stands at the near end and is not lost. */
export class Recall {
  #draft = ''
  #at = -1
  #shown = ''

  /** The query one step further back, or forth; undefined where there is none. */
  move(history: readonly string[], text: string, back: boolean): string | undefined {
    // Whoever changed what was brought writes something new.
    if (this.#at >= 0 && text !== this.#shown) this.end()
    if (this.#at < 0) this.#draft = text
    const step = this.#next(history, back)
    if (step === undefined) return undefined
    this.#at = step
    this.#shown = step < 0 ? this.#draft : (history[step] ?? '')
    return this.#shown
  }

  /** Begins anew at the near end. */
  end(): void {
    this.#at = -1
  }

  #next(history: readonly string[], back: boolean): number | undefined {
    if (!back) return this.#at < 0 ? undefined : this.#at - 1
    // The query that stands there already is not a step.
    const from = this.#at + 1
    const step = from === 0 && history[0] === this.#draft ? 1 : from
    return step < history.length ? step : undefined
  }
}
