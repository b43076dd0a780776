import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Requests that may wait on a connection for the answers to those before them; a further one ends the connection. */
const MOST_WAITING = 16

/** The requests of one connection. */
interface Line {
  isBusy: boolean
  readonly waiting: (() => void)[]
}

/**
 * Handles the requests of a connection one after the other. A caller may send requests without waiting for answers, and Node starts
 * all that it has received: thousands of long answers would be made at once for one stranger.
 */
export function answerInTurn(app: FastifyInstance): void {
  leaveOutEnded(app)
  const lines = new WeakMap<Socket, Line>()
  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket)
    if (known !== undefined) return known
    const line: Line = { isBusy: false, waiting: [] }
    lines.set(socket, line)
    socket.once('close', () => {
      for (const goOn of line.waiting.splice(0)) goOn()
    })
    return line
  }
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    const line = lineOf(socket)
    if (line.isBusy) {
      if (line.waiting.length >= MOST_WAITING) socket.destroy()
      else if (!socket.destroyed) await new Promise<void>((resolve) => line.waiting.push(resolve))
      // Nobody reads an answer any more: the request is not handled.
      if (socket.destroyed) return reply.hijack()
    }
    line.isBusy = true
    reply.raw.once('close', () => {
      const next = line.waiting.shift()
      if (next === undefined) line.isBusy = false
      else next()
    })
  })
}

/** Leaves out the requests that had arrived on a connection when it was ended: Node reads hundreds from one piece of its bytes. */
function leaveOutEnded({ server }: FastifyInstance): void {
  const handlers = server.listeners('request') as ((...call: [IncomingMessage, ServerResponse]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!request.socket.destroyed) for (const handle of handlers) handle.call(server, request, response)
  })
}
