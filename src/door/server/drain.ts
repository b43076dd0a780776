import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** How much of a body is still read after its request was answered. */
export interface DrainLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * Reads on, within limits, what a caller still sends after the answer, and throws it away: an ordinary client sends its whole body
 * before it reads, and a connection that is cut meanwhile would take the answer with it. Beyond the limits it is cut.
 */
export function drainBodies(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // Requests that no socket brought have no such mark.
    if (raw.complete !== false) return
    const response = reply.raw
    // A connection that is to end with the answer would end before the body does.
    const last = !response.shouldKeepAlive || reply.hasHeader('connection')
    reply.removeHeader('connection')
    response.shouldKeepAlive = true
    drain(raw, response, limits, last)
  })
}

function drain(request: IncomingMessage, response: ServerResponse, limits: DrainLimits, last: boolean): void {
  let left = limits.bytes
  const cut = (): void => {
    request.pause()
    if (response.writableFinished) request.socket.destroySoon()
    else response.once('finish', () => request.socket.destroySoon())
  }
  const late = setTimeout(cut, limits.milliseconds).unref()
  request.once('close', () => clearTimeout(late))
  request.once('end', () => {
    clearTimeout(late)
    if (last) cut()
  })
  request.unpipe()
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) cut()
  })
  request.resume()
}
