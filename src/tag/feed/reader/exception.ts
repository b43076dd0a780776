// Addresses that a list excepts from what it names: below `except` of a network policy, `exclude` or `whitelist` of a block list.
import type { FeedSink } from '../feed.ts'
import { rangeText } from '../table/cell.ts'

/** Says so where what a mark parts from a line begins with an address: a blank and `;` begin a comment, or part the items of a list. */
export function sayBehind(comment: string, place: string, sink: FeedSink): void {
  const [first = ''] = comment.split(/[\s;]/, 1)
  if (/[.:]/.test(first) && rangeText(first) !== undefined) sink.unread(place, first)
}

/** An address below such a name. */
interface Excepted {
  readonly name: string
  readonly place: string
  readonly text: string
}

/** Holds back what is below such names until the whole list is read: a list with nothing else is one of them. */
export class Exceptions {
  readonly #held: Excepted[] = []

  get isEmpty(): boolean {
    return this.#held.length === 0
  }

  hold(excepted: Excepted): void {
    this.#held.push(excepted)
  }

  /** Adds the addresses where the list has no others; else leaves them out and says so. */
  settle(hasOthers: boolean, sink: FeedSink, label: number): void {
    if (!hasOthers) {
      for (const { place, text } of this.#held) sink.range(text, label, place)
      return
    }
    const names = new Set(this.#held.map(({ name }) => `\`${name.slice(0, 40)}\``))
    if (names.size > 0) sink.guess(`addresses below ${[...names].slice(0, 6).join(', ')} are left out`)
    for (const { place, text } of this.#held) sink.unread(place, text)
  }
}
