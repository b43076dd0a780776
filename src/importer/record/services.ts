// A record of a host with a list of its services as objects: `{"ip": …, "ports": [{"port": 80, "service": "http"}, …]}`.
import { type Json, type JsonObject, asObject } from '../text/index.ts'
import { spelledBy } from './spelling.ts'
import { meaningOf } from './value.ts'

/** One record for each service, what the host has in all of them; the record itself where it has no such list. */
export function recordsOfServices(record: JsonObject): readonly JsonObject[] {
  const key = Object.keys(record).find(
    (name) => (isPort(name) || name === 'services') && isServices(record[name]),
  )
  if (key === undefined) return [record]
  const { [key]: services, ...host } = record
  return (services as readonly JsonObject[]).map((service) => ({ ...host, ...service }))
}

function isServices(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => Object.keys(asObject(item) ?? {}).some(isPort))
  )
}

function isPort(key: string): boolean {
  const meaning = meaningOf(key)
  return (meaning?.kind === 'identity' && meaning.part === 'port') || spelledBy(key)?.name === 'port'
}
