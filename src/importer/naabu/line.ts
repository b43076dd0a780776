// naabu's terminal lines, `host:port` and `host:port [cdn]`.
import { type JsonObject, readPort } from '../text/index.ts'

const LINE =
  /^(?:\[([0-9a-f:.]+)\]|([a-z0-9_.-]+)|((?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4})):(\d{1,5})(?: \[([^\]]+)\])?$/i

/** The line as a record, or undefined when it is none. */
export function readLine(line: string): JsonObject | undefined {
  const match = LINE.exec(line.replace(/\x1b\[[0-9;]*m/g, '').trim())
  if (match === null) return undefined
  const [, bracketed, name, address, digits, cdn] = match
  const port = readPort(digits)
  const host = bracketed ?? name ?? address
  if (port === undefined || host === undefined) return undefined
  return { host, port, ...(cdn !== undefined && { 'cdn-name': cdn }) }
}
