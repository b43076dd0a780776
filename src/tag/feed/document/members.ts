// Documents of other writings than JSON, as the objects and lists that JSON has: one walk then reads all of them alike.

/** A text, a list or an object. */
export type Value = string | readonly Value[] | Members

/** Members of an object in their order; a name that repeats holds a list. */
export interface Members {
  readonly [name: string]: Value
}

/** An object that is being read. Names have no prototype behind them. */
export class Section {
  readonly members: Record<string, Value> = Object.create(null)

  /** Adds a value; a second one of the same name makes a list of both. */
  add(name: string, value: Value): void {
    const known = this.members[name]
    if (known === undefined) this.members[name] = value
    else if (this.#lists.has(name)) (known as Value[]).push(value)
    else {
      this.#lists.add(name)
      this.members[name] = [known, value]
    }
  }

  /** The names of which several values were added. */
  readonly #lists = new Set<string>()

  /** Whether nothing was added. */
  get isEmpty(): boolean {
    for (const _ in this.members) return false
    return true
  }
}
