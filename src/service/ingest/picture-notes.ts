import type { Observation } from '../../asset/index.ts'
import type { EnrichedRecord } from '../../enrich/index.ts'

/** Counts the screenshots of an input that were not kept, by reason. */
export class PictureNotes {
  #counts = new Map<string, number>()

  /** Counts the screenshot of a record, if it has one that was not kept. */
  add({ screenshot }: Observation, { picture }: Pick<EnrichedRecord, 'picture'>): void {
    if (screenshot === undefined) return
    const reason = picture === undefined ? NOT_FOUND : 'reason' in picture ? picture.reason : undefined
    if (reason !== undefined) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
  }

  /** The counts as notes, and forgets them. */
  take(): readonly string[] {
    const notes = [...this.#counts].map(
      ([reason, count]) => `screenshots that were not kept: ${count} (${reason})`,
    )
    this.#counts = new Map()
    return notes
  }
}

const NOT_FOUND = 'their files are not in the folder of the input'
