/** Remembers a limited number of values and forgets those not asked for longest. */
export class Recent<Value> {
  readonly #limit: number
  readonly #values = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value, now the most recent one. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  /** Remembers a value. */
  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#limit) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }

  /** Forgets a value. */
  delete(key: string): void {
    this.#values.delete(key)
  }
}
