// A row of an answer and the names of its fields → a record under catalogue names.
import { readHost } from '../../asset/index.ts'
import { asObject, asText, type Json, type JsonObject } from '../text/index.ts'

/** The record of a row, or why it is none. */
export function recordOfRow(row: Json, fields: readonly string[] | undefined): JsonObject | string {
  const named = asObject(row)
  if (named !== undefined) return { ...impliedByHost(named), ...named }
  if (fields === undefined || fields.length === 0)
    return 'the rows do not name their fields: give those of the request with --fields, such as --fields host,ip,port'
  const values: readonly Json[] | undefined = Array.isArray(row)
    ? row
    : typeof row === 'string'
      ? [row]
      : undefined
  if (values === undefined) return 'the row is neither a list of values, an object nor a text'
  if (values.length !== fields.length)
    return `the row has ${values.length} values where --fields names ${fields.length}`
  const record: Record<string, Json> = {}
  for (const [index, name] of fields.entries()) record[name.trim().toLowerCase()] = values[index] ?? null
  return { ...impliedByHost(record), ...record }
}

/**
 * What the spelling of `host` says: `https://name` is a page read over TLS, a bare name one read on port 80; every other service
 * is written with its port.
 */
function impliedByHost(record: JsonObject): JsonObject {
  const host = readHost(asText(record['host']) ?? '')
  if (host === undefined || host.reached === '') return {}
  const { scheme, port } = host
  const stated = record['port']
  const bare = scheme === undefined && port === undefined && (stated === undefined || String(stated) === '80')
  if (!bare && scheme !== 'http' && scheme !== 'https') return {}
  return {
    protocol: scheme ?? 'http',
    type: 'subdomain',
    ...(stated === undefined && { port: port ?? (scheme === 'https' ? 443 : 80) }),
  }
}
