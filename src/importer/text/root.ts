// What is beside the report in a file of XML: text before and behind it, and other documents. Without this it would be lost silently.
import type { Reading } from '../importer.ts'
import { reject } from './line.ts'
import type { XmlEvent } from './xml.ts'

type Reject = Extract<Reading, { kind: 'reject' }>

const BESIDE = 'which is not XML: import it as a file of its own'

/** What is deeper is not followed. */
const DEEPEST = 64

interface Root {
  readonly name: string
  readonly line: number
  isRead: boolean
}

/** Follows the elements that are not wanted themselves, and finds what is outside of all of them. */
export class RootWatch {
  /** Names of the open elements, the outermost first. */
  readonly #open: string[] = []
  #root: Root | undefined
  readonly #others: Root[] = []
  readonly #read = new Set<string>()
  #isRead = false

  open({ name, line, empty }: XmlEvent & { kind: 'open' }): void {
    if (this.#open.length === 0) {
      this.#leave()
      this.#root = { name, line, isRead: false }
    }
    if (!empty && this.#open.length < DEEPEST) this.#open.push(name)
  }

  /** Ends the innermost element of this name, with those within it whose end is missing. */
  close({ name }: XmlEvent & { kind: 'close' }): void {
    const at = this.#open.lastIndexOf(name)
    if (at >= 0) this.#open.length = at
  }

  /** A wanted element was found. */
  found(): void {
    this.#isRead = true
    if (this.#root === undefined) return
    this.#root.isRead = true
    this.#read.add(this.#root.name)
  }

  /** The reject of a text that is not blank, where it is outside of all elements. */
  text({ text, line }: { readonly text: string; readonly line: number }): Reject | undefined {
    if (this.#open.length > 0) return undefined
    const where = this.#root === undefined ? 'before the beginning' : 'behind the end'
    return reject(line, `text ${where} of the scan, ${BESIDE}`, text)
  }

  /** At the end of the input: the documents in which nothing was found, if another kind of document had something. */
  *end(): Generator<Reject> {
    this.#leave()
    if (!this.#isRead) return
    for (const { name, line } of this.#others)
      if (!this.#read.has(name))
        yield reject(
          line,
          `an XML document of another kind (\`${name.slice(0, 60)}\`): import it as a file of its own`,
          `<${name}>`,
        )
  }

  #leave(): void {
    const root = this.#root
    // A file of any number of documents is read in bounded memory.
    if (root !== undefined && !root.isRead && this.#others.length < 100) this.#others.push(root)
  }
}
