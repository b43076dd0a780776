// What every engine under comparison offers, and the records as all of them get them.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Condition } from './classes.ts'

/** A record, as our own export gives it: every value a text. */
export type Row = Readonly<Record<string, string>>

/** One question: the 100 newest since a time, and how many there are. `unlike` is a network number that no record has. */
export interface Question {
  readonly query: string
  readonly condition: Condition
  readonly since: number
  readonly unlike: number
}

/** What an engine answered. */
export interface Answer {
  readonly rows: number
  readonly total: number
}

/** An engine that holds the records. */
export interface Peer {
  readonly name: string
  readonly ask: (question: Question) => Promise<Answer>
  /** Bytes on the disk, indexes included. */
  readonly bytes: () => Promise<number>
  readonly close: () => Promise<void>
}

/** Makes an engine that holds the records of a file; or says in a word why there is none. */
export type OpenPeer = (file: string, directory: string) => Promise<Peer | string>

/** Rows of a page. */
export const PAGE = 100

/** The records of a file, some at a time. */
export async function* batchesOf(file: string, size: number): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line !== '') batch.push(JSON.parse(line) as Row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** When a record was last seen, in seconds. */
export const seenAt = (row: Row): number => Date.parse(`${row['lastupdatetime']?.replace(' ', 'T')}Z`) / 1000

/** A number, or undefined where it is unknown. */
export const numberOf = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text)

/** An IPv4 address as a number; undefined for others. */
export function addressNumber(address: string | undefined): number | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address ?? '')?.slice(1)
  return parts === undefined ? null : parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}
