// Parameters of the page's calls as the readers of the API take them, so that both doors read the same.
import type { FastifyRequest } from 'fastify'
import type { Parameter } from '../param/search.ts'
import { paramsError } from './body.ts'

/** The parameters of a request: those of the path, of the query string, then the members of a JSON body. */
export function parametersOfPage({ params, query, body }: FastifyRequest): Parameter {
  const sent = isObject(body) ? body : {}
  const places = [params, query, sent] as readonly Readonly<Record<string, unknown>>[]
  return (name) => {
    const place = places.find((one) => Object.hasOwn(one, name))
    return place === undefined ? undefined : printed(name, place[name])
  }
}

function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  if (body === undefined || body === null || body instanceof Uint8Array) return false
  if (typeof body !== 'object' || Array.isArray(body)) throw paramsError('the body must be a JSON object')
  return true
}

function printed(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw paramsError(`\`${name}\` must be a text, a number, or true or false`)
}
