import { parse } from 'node:querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'

const NONE: Parameters = Object.freeze(Object.create(null))

/** Allows an urlencoded body for every method, including `GET`, and refuses bodies of other types with our message. */
export function acceptForms(app: FastifyInstance): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, readParameters(body.toString())),
  )
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    // Several clients send an empty body with another type, or a GET that claims to contain JSON.
    if (body.length === 0) done(null, NONE)
    else done(wrongType(request), undefined)
  })
}

function wrongType(request: FastifyRequest): AppError {
  const type = request.headers['content-type']?.slice(0, 64)
  const found = type === undefined ? 'found a body without a type' : `found \`${type}\``
  return new AppError(
    'params',
    `[-4] Params Error: parameters in a body must be sent as application/x-www-form-urlencoded; ${found}`,
  )
}

/** The parameters of a request: the query string's, then the body's. */
export function parametersOf(request: FastifyRequest): (name: string) => string | undefined {
  const query = request.query as Parameters
  const body = typeof request.body === 'object' && request.body !== null ? (request.body as Parameters) : NONE
  return (name) => query[name] ?? body[name]
}

/** Parameters by name; the first value of a repeated name counts. Has no prototype. */
export type Parameters = Readonly<Record<string, string>>

/** Names beyond this number are ignored, so that a body of a million names costs nothing. */
const MOST_NAMES = 1000

/**
 * Parses a query string or an urlencoded body: `+` is a blank, an invalid percent escape stays unchanged, and bytes that are not
 * valid UTF-8 become U+FFFD. Never fails.
 */
export function readParameters(text: string): Parameters {
  const parameters: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: MOST_NAMES }))) {
    parameters[name] = (Array.isArray(value) ? value[0] : value) ?? ''
  }
  return parameters
}
