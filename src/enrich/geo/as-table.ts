// AS numbers and organisations by address, from a CSV of ranges (`first,last,number,organisation`; addresses as text or as
// decimal numbers, sorted by the first), kept in typed arrays: 12 bytes per IPv4 range, 36 per IPv6 range.
import { readFileSync } from 'node:fs'
import { compareWords, printWords, readWords, type Width } from './words.ts'

/** An autonomous system. */
interface AutonomousSystem {
  readonly number: number
  readonly organization: string
  /** First and last address of the announced range, `first-last`. */
  readonly range: string
}

/** Finds the system that announces an address (canonical text); undefined if unknown. */
export type FindSystem = (ip: string) => AutonomousSystem | undefined

/** A parsed file of ranges; plain data that can be passed between threads. */
export interface AsTable {
  readonly width: Width
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly numbers: Uint32Array
  readonly organizations: ReadonlyMap<number, string>
}

/** Reads a file of ranges of one family. Throws when the file cannot be read or has another layout. */
export function readAsFile(path: string, version: 4 | 6): AsTable {
  return readTable(readFileSync(path), path, version === 4 ? 1 : 4)
}

/** Look-ups after which parsing the file, some half a second, has paid. */
const LOOKUPS_IN_TEXT = 3000

/**
 * Opens a file that is known to be right, as the bundled ones are: the first look-ups search its lines, so that a short import
 * need not parse half a million of them; later ones use the table. Throws when the file cannot be read.
 */
export function openAsFile(path: string, version: 4 | 6): FindSystem {
  const width = version === 4 ? 1 : 4
  const bytes = readFileSync(path)
  let lookups = 0
  let find: FindSystem = (ip) => findInText(bytes, width, ip)
  return (ip) => {
    if (lookups++ === LOOKUPS_IN_TEXT) find = openAsTable(readTable(bytes, path, width))
    return find(ip)
  }
}

function findInText(bytes: Buffer, width: Width, ip: string): AutonomousSystem | undefined {
  const text = Buffer.from(ip, 'latin1')
  const key = new Uint32Array(width)
  if (!readWords(text, 0, text.length, key, 0, width)) return undefined
  const line = lineBefore(bytes, key, width)
  if (line === undefined) return undefined
  const ends = new Uint32Array(2 * width)
  const [first = '', last = '', number = ''] = line.split(',', 3)
  const isRead = [first, last].every((address, index) => {
    const written = Buffer.from(address, 'latin1')
    return readWords(written, 0, written.length, ends, index * width, width)
  })
  if (!isRead || compareWords(key, 0, ends, width, width) > 0) return undefined
  return {
    number: Number(number),
    organization: unquote(line.slice(first.length + last.length + number.length + 3)),
    range: `${printWords(ends, 0, width)}-${printWords(ends, width, width)}`,
  }
}

/** The last line whose first address is not after the key. */
function lineBefore(bytes: Buffer, key: Uint32Array, width: Width): string | undefined {
  const first = new Uint32Array(width)
  let found: readonly [from: number, to: number] | undefined
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const from = middle === 0 ? 0 : bytes.lastIndexOf(0x0a, middle - 1) + 1
    const newline = bytes.indexOf(0x0a, from)
    const to = newline < 0 ? bytes.length : newline
    const isAfter =
      !readWords(bytes, from, bytes.indexOf(0x2c, from), first, 0, width) ||
      compareWords(first, 0, key, 0, width) > 0
    if (isAfter) high = from
    else {
      found = [from, to]
      low = to + 1
    }
  }
  return found && bytes.toString('utf8', ...found)
}

/** Opens a parsed file. */
export function openAsTable(table: AsTable): FindSystem {
  const key = new Uint32Array(table.width)
  return (ip) => {
    const text = Buffer.from(ip, 'latin1')
    if (!readWords(text, 0, text.length, key, 0, table.width)) return undefined
    const row = findRow(table, key)
    if (row < 0) return undefined
    const number = table.numbers[row] ?? 0
    return { number, organization: table.organizations.get(number) ?? '', range: printRange(table, row) }
  }
}

function printRange({ width, starts, ends }: AsTable, row: number): string {
  return `${printWords(starts, row * width, width)}-${printWords(ends, row * width, width)}`
}

/** The row whose range contains the key, or -1. */
function findRow({ width, starts, ends }: AsTable, key: Uint32Array): number {
  let low = 0
  let high = starts.length / width
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareWords(starts, middle * width, key, 0, width) <= 0) low = middle + 1
    else high = middle
  }
  const row = low - 1
  return row >= 0 && compareWords(key, 0, ends, row * width, width) <= 0 ? row : -1
}

function readTable(bytes: Buffer, path: string, width: Width): AsTable {
  const rows = countLines(bytes)
  const starts = new Uint32Array(rows * width)
  const ends = new Uint32Array(rows * width)
  const numbers = new Uint32Array(rows)
  const organizations = new Map<number, string>()
  let row = 0
  for (let from = 0; from < bytes.length; row++) {
    const newline = bytes.indexOf(0x0a, from)
    const to = newline < 0 ? bytes.length : newline
    const first = bytes.indexOf(0x2c, from)
    const second = bytes.indexOf(0x2c, first + 1)
    const third = bytes.indexOf(0x2c, second + 1)
    const fits =
      from < first &&
      first < second &&
      second < third &&
      third < to &&
      readWords(bytes, from, first, starts, row * width, width) &&
      readWords(bytes, first + 1, second, ends, row * width, width) &&
      readWords(bytes, second + 1, third, numbers, row, 1)
    if (!fits)
      throw new Error(
        `\`${path}\` line ${row + 1}: expected first address, last address, AS number, organisation`,
      )
    if (row > 0 && compareWords(starts, row * width, starts, (row - 1) * width, width) < 0)
      throw new Error(`\`${path}\` line ${row + 1}: ranges must be sorted by their first address`)
    const number = numbers[row] ?? 0
    if (!organizations.has(number)) organizations.set(number, unquote(bytes.toString('utf8', third + 1, to)))
    from = to + 1
  }
  return { width, starts, ends, numbers, organizations }
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count++
  return bytes.length > 0 && bytes.at(-1) !== 0x0a ? count + 1 : count
}

function unquote(text: string): string {
  const trimmed = text.replace(/\r$/, '')
  return trimmed.startsWith('"') ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed
}
