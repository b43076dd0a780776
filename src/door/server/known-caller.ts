// Long bodies are read only from authenticated callers. A short one may contain the credentials and is read first.
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { lengthOfBody, UNKNOWN_LIMIT } from './body-budget.ts'
import { type Parameters, readParameters } from './parameters.ts'

/** The id of the caller's account; fails unless it may send a long body. `form` contains the parameters at the start of a form. */
type CheckCaller = (request: FastifyRequest, form: Parameters) => Promise<number>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may send a long body to a route: authenticated callers, or nobody. Routes without this accept no body. */
    longBody?: CheckCaller | 'nobody'
  }
}

/** Checks the caller before a body beyond `UNKNOWN_LIMIT` is read; routes with `slow` do this check themselves before they read. */
export function requireKnownCallers(app: FastifyInstance): void {
  app.addHook('preParsing', async (request, _, payload) => {
    const { longBody, slow } = request.routeOptions.config
    if (slow === true || lengthOfBody(request) <= UNKNOWN_LIMIT) return payload
    return longBody === undefined ? nothingOf(request) : openFor(longBody, request, payload)
  })
}

const lengthOf = (value: string | undefined): number => Number(value ?? 0)

/** An empty body in place of one that is never read; the sent bytes are drained after the response. */
function nothingOf({ headers }: FastifyRequest): Readable {
  const receivedEncodedLength = lengthOf(headers['content-length'])
  return Object.assign(Readable.from([]), { receivedEncodedLength })
}

async function openFor(
  check: CheckCaller | 'nobody',
  request: FastifyRequest,
  payload: Readable,
): Promise<Readable> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
  if (!isForm && lengthOf(request.headers['content-length']) > UNKNOWN_LIMIT) {
    await checked(check, request, Object.create(null))
    return payload
  }
  const { bytes, whole } = await readStart(payload)
  if (whole) return Readable.from(bytes.length === 0 ? [] : [bytes], { objectMode: false })
  payload.unshift(bytes)
  await checked(check, request, isForm ? readParameters(wholePairs(bytes)) : Object.create(null))
  return payload
}

async function checked(
  check: CheckCaller | 'nobody',
  request: FastifyRequest,
  form: Parameters,
): Promise<void> {
  if (check !== 'nobody') {
    const account = await check(request, form)
    request.reserveLongBody?.(account, restOf(request))
  } else {
    throw new AppError(
      'upload',
      `413 Payload Too Large: a body of up to ${UNKNOWN_LIMIT} bytes is taken here`,
    )
  }
}

/** The maximum length of a long body beyond its start: its announced length, limited by its route. */
function restOf(request: FastifyRequest): number {
  return Math.max(0, Math.min(lengthOfBody(request), request.routeOptions.bodyLimit) - UNKNOWN_LIMIT)
}

/** The complete parameters at the start of a form. */
function wholePairs(bytes: Buffer): string {
  return bytes.subarray(0, Math.max(0, bytes.lastIndexOf('&'))).toString()
}

interface Start {
  readonly bytes: Buffer
  /** Whether the body is complete. */
  readonly whole: boolean
}

/** Reads until more than the limit has arrived or the body ends, then pauses the stream. */
function readStart(payload: Readable): Promise<Start> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (whole: boolean) => (): void => {
      payload.pause()
      payload.off('data', take).off('end', ended).off('close', closed).off('error', reject)
      resolve({ bytes: Buffer.concat(chunks, length), whole })
    }
    const ended = finish(true)
    const closed = finish(false)
    const take = (chunk: Buffer): void => {
      chunks.push(chunk)
      length += chunk.length
      if (length > UNKNOWN_LIMIT) closed()
    }
    payload.on('data', take).on('end', ended).on('close', closed).on('error', reject)
  })
}
