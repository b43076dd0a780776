/** Steps through earlier queries like a terminal's history; the unsent draft is kept at the near end. */
export class Recall {
  #draft = ''
  #at = -1
  #shown = ''

  /** The query one step back or forward; undefined when there is none. */
  move(history: readonly string[], text: string, back: boolean): string | undefined {
    // An edited query starts a new draft.
    if (this.#at >= 0 && text !== this.#shown) this.end()
    if (this.#at < 0) this.#draft = text
    const step = this.#next(history, back)
    if (step === undefined) return undefined
    this.#at = step
    this.#shown = step < 0 ? this.#draft : (history[step] ?? '')
    return this.#shown
  }

  /** Returns to the near end. */
  end(): void {
    this.#at = -1
  }

  #next(history: readonly string[], back: boolean): number | undefined {
    if (!back) return this.#at < 0 ? undefined : this.#at - 1
    // The query that is shown already is not a step.
    const from = this.#at + 1
    const step = from === 0 && history[0] === this.#draft ? 1 : from
    return step < history.length ? step : undefined
  }
}
