import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'

const NOTHING: Readonly<Record<string, unknown>> = Object.freeze({})

/** Lets the routes of a scope take JSON objects, and nothing else, as bodies. */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body.length === 0 ? NOTHING : JSON.parse(body.toString()))
    } catch {
      done(paramsError('the body is no valid JSON'), undefined)
    }
  })
  scope.addContentTypeParser('*', { parseAs: 'string' }, (_, __, done) =>
    done(paramsError('the body must be sent as application/json'), undefined),
  )
}

/** A member of the body that must be a text. Fails with code `params`. */
export function textOf(request: FastifyRequest, name: string): string {
  const value = memberOf(request, name)
  if (typeof value === 'string') return value
  throw paramsError(`\`${name}\` must be a text`)
}

/** A member of the body that is a text or absent. */
export function optionalTextOf(request: FastifyRequest, name: string): string | undefined {
  const value = memberOf(request, name)
  return value === undefined || value === '' ? undefined : textOf(request, name)
}

/** A member of the body that must be a list of at most so many texts. */
export function textsOf(request: FastifyRequest, name: string, most: number): readonly string[] {
  const value = memberOf(request, name)
  const isList = Array.isArray(value) && value.length <= most
  if (isList && value.every((one) => typeof one === 'string')) return value
  throw paramsError(`\`${name}\` must be a list of at most ${most} texts`)
}

/** A member of the body that must be a whole number from `min` to `max`. */
export function numberOf(request: FastifyRequest, name: string, min: number, max: number): number {
  const value = memberOf(request, name)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max) return value
  throw paramsError(`\`${name}\` must be a whole number from ${min} to ${max}`)
}

/** A member of the body that is true or false; absent is false. */
export function flagOf(request: FastifyRequest, name: string): boolean {
  const value = memberOf(request, name) ?? false
  if (typeof value === 'boolean') return value
  throw paramsError(`\`${name}\` must be true or false`)
}

/** A member of the body that must be one of the choices. */
export function choiceOf<const Choice extends string>(
  request: FastifyRequest,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = textOf(request, name)
  const found = choices.find((choice) => choice === value)
  if (found !== undefined) return found
  throw paramsError(`\`${name}\` must be one of ${choices.join(', ')}`)
}

function memberOf({ body }: FastifyRequest, name: string): unknown {
  if (body === undefined || body === null) return undefined
  if (typeof body !== 'object' || Array.isArray(body)) throw paramsError('the body must be a JSON object')
  return Object.hasOwn(body, name) ? (body as Readonly<Record<string, unknown>>)[name] : undefined
}

/** A body or a member of it that cannot be taken. */
export function paramsError(sentence: string): AppError {
  return new AppError('params', `[-4] Params Error: ${sentence}`)
}
