// Which rows readers see while a write replaces others: first not yet the new ones, then no longer the old ones. A statement sees
// the table as it was when the statement began, so every reader sees each record exactly once.
import { type Fragment, sql } from '../../sql/index.ts'

/** What readers must add to their conditions. */
export class Visibility {
  #condition: Fragment | undefined

  /** The condition for statements that start now. */
  get condition(): Fragment | undefined {
    return this.#condition
  }

  /** The rows of a write are about to appear. */
  hideNew(writeId: string): void {
    this.#condition = { parts: [`write_id != ${writeId}`] }
  }

  /** The rows of a write are there, those they replace are about to go. */
  hideOld(writeId: string): void {
    const own: Fragment = { parts: [writeId] }
    this.#condition = sql`(write_id = ${own} OR id NOT IN (SELECT id FROM records WHERE write_id = ${own}))`
  }

  /** Nothing is on the move. */
  showAll(): void {
    this.#condition = undefined
  }
}
