// Reads the start of a rejects file.
import { closeSync, openSync, readSync } from 'node:fs'

const LONGEST = 8192
const REASON = /^\{[^\n]*?"reason":("(?:[^"\\]|\\.)*")/

/** The reason in the first line of a rejects file; reads only the start, since the text after it may be very long. */
export function firstReason(path: string): string | undefined {
  const handle = openSync(path, 'r')
  try {
    const start = Buffer.alloc(LONGEST)
    const text = start.toString('utf8', 0, readSync(handle, start, 0, LONGEST, 0))
    const [, reason] = REASON.exec(text) ?? []
    return reason === undefined ? undefined : String(JSON.parse(reason))
  } finally {
    closeSync(handle)
  }
}
