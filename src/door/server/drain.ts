import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How much of a body is still read after its request was answered. */
export interface DrainLimits {
  readonly bytes: number
  readonly milliseconds: number
}

/**
 * After an early response, reads and discards the rest of the request body, within limits: an ordinary client sends its whole body
 * before it reads, and closing the connection earlier would lose the response. Beyond the limits the connection is closed.
 */
export function drainBodies(app: FastifyInstance, limits: DrainLimits): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    // Injected requests (without a socket) do not have this mark.
    if (raw.complete !== false) return
    const response = reply.raw
    // A connection that closes with the response would close before the body has arrived.
    const last = !response.shouldKeepAlive || reply.hasHeader('connection')
    reply.removeHeader('connection')
    response.shouldKeepAlive = true
    drain(raw, response, limits, last)
  })
}

function drain(request: IncomingMessage, response: ServerResponse, limits: DrainLimits, last: boolean): void {
  let left = limits.bytes
  // A request that was destroyed has none any more.
  const socket = (request.socket as Socket | null) ?? response.socket
  const cut = (): void => {
    request.pause()
    if (response.writableFinished) socket?.destroySoon()
    else response.once('finish', () => socket?.destroySoon())
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
