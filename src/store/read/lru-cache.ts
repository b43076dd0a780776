/** A cache of a limited number of values that drops the least recently used (LRU). */
export class LruCache<Value> {
  readonly #limit: number
  readonly #values = new Map<string, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The value, which becomes the most recently used. */
  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  /** Caches a value. */
  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size <= this.#limit) return
    const [oldest] = this.#values.keys()
    if (oldest !== undefined) this.#values.delete(oldest)
  }

  /** Removes a value. */
  delete(key: string): void {
    this.#values.delete(key)
  }
}
