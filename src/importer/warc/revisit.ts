import { Buffer } from 'node:buffer'
import { fieldValue, type HeaderField } from '../capture/index.ts'

interface Entry {
  readonly keys: readonly string[]
  readonly bytes: Buffer
}

/** Most bytes kept of responses that later records may refer to: 64 MiB, none longer than 1 MiB. */
const TOTAL_LIMIT = 64 * 1024 * 1024
const ENTRY_LIMIT = 1024 * 1024

function key(kind: string, ...values: readonly (string | undefined)[]): string[] {
  return values.includes(undefined) || values.includes('') ? [] : [[kind, ...values].join(' ')]
}

/** The responses of one file that a revisit record may refer to; the oldest are forgotten first. */
export class Originals {
  readonly #byKey = new Map<string, Entry>()
  readonly #entries = new Set<Entry>()
  #size = 0

  /** Remembers the block of a response record. */
  remember(fields: readonly HeaderField[], block: Buffer): void {
    if (block.length > ENTRY_LIMIT) return
    const keys = [
      ...key('id', fieldValue(fields, 'warc-record-id')),
      ...key('digest', fieldValue(fields, 'warc-payload-digest')),
      ...key('capture', fieldValue(fields, 'warc-target-uri'), fieldValue(fields, 'warc-date')),
    ]
    const entry: Entry = { keys, bytes: Buffer.from(block) }
    for (const name of keys) this.#byKey.set(name, entry)
    this.#entries.add(entry)
    this.#size += entry.bytes.length
    this.#forget()
  }

  /** The block of the response a revisit record refers to, by record id, by address and date, or by payload digest. */
  find(fields: readonly HeaderField[]): Buffer | undefined {
    const keys = [
      ...key('id', fieldValue(fields, 'warc-refers-to')),
      ...key(
        'capture',
        fieldValue(fields, 'warc-refers-to-target-uri'),
        fieldValue(fields, 'warc-refers-to-date'),
      ),
      ...key('digest', fieldValue(fields, 'warc-payload-digest')),
    ]
    const found = keys.find((name) => this.#byKey.has(name))
    return found === undefined ? undefined : this.#byKey.get(found)?.bytes
  }

  #forget(): void {
    for (const oldest of this.#entries) {
      if (this.#size <= TOTAL_LIMIT) return
      this.#entries.delete(oldest)
      this.#size -= oldest.bytes.length
      for (const name of oldest.keys) if (this.#byKey.get(name) === oldest) this.#byKey.delete(name)
    }
  }
}
