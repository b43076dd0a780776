import type { Buffer } from 'node:buffer'
import type { Reading } from '../importer.ts'
import { readableBytes, reject } from '../text/index.ts'
import type { Block } from './frame.ts'

/** Longest original text of a reject, in bytes. */
const TEXT_LIMIT = 64 * 1024

/** The reject of a record: its header and the beginning of its block as text. */
export function refuseBlock(number: number, reason: string, header: Buffer, block: Block): Reading {
  const content = readableBytes(block.bytes.subarray(0, TEXT_LIMIT))
  return reject(number, reason, `${readableBytes(header)}\r\n${content}`)
}

/** The reject of bytes that belong to no record of an archive. */
export function refuseJunk(number: number, block: Block): Reading {
  const reason = `${block.length} bytes before record ${number} belong to no record`
  return reject(number, reason, readableBytes(block.bytes.subarray(0, TEXT_LIMIT)))
}

/** What is noteworthy about an archive as a whole, gathered while its records are read. */
export class ArchiveRemarks {
  #misfits = 0
  #firstMisfit = 0
  #cut = 0

  /** Looks at one record. */
  see(number: number, block: Block): void {
    if (block.fit === 'cut') this.#cut = number
    else if (block.fit === 'wrong' && this.#misfits++ === 0) this.#firstMisfit = number
  }

  /** The notes, to be given at the end. */
  *notes(): Generator<Reading> {
    if (this.#misfits > 0)
      yield {
        kind: 'note',
        text: `records without a right length, read up to the next one: ${this.#misfits}, the first is record ${this.#firstMisfit}`,
      }
    if (this.#cut > 0) yield { kind: 'note', text: `the input ends within record ${this.#cut}` }
  }
}
