import type { UploadRequest } from '../../service/upload/index.ts'
import { parseSpan } from '../../util/index.ts'
import { given, type Parameter, quoted, wrong } from './search.ts'

/** Reads what is stated about a file that is sent. Fails with code `params`; an empty parameter counts as not given. */
export function readUpload(parameter: Parameter, size: number | undefined): UploadRequest {
  return {
    name: given(parameter, 'name') ?? 'upload',
    format: given(parameter, 'format'),
    port: readPort(given(parameter, 'port')),
    fields: given(parameter, 'fields')
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    time: readTime('time', given(parameter, 'time')),
    modified: readTime('modified', given(parameter, 'modified')),
    size,
  }
}

function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const port = Number(value)
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port
  throw wrong(`port ${quoted(value)} must be a whole number from 1 to 65535`)
}

/** A moment: milliseconds since 1970 UTC, or a date or time as people write it, of which the begin counts. */
function readTime(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{10,14}$/.test(value)) return Number(value)
  const span = parseSpan(value)
  if (span === undefined)
    throw wrong(`${name} ${quoted(value)} must be a date or time such as 2026-03-01 or 2026-03-01 18:00`)
  return span.first
}
