import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a closing server lose its idle connections at once and the others after their answer. Node's own way keeps
 * connections on which no request was ever sent, as browsers and balancers open them in advance.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      busy.delete(socket)
    })
  })
  app.addHook('onRequest', async (request, reply) => {
    busy.add(request.raw.socket)
    reply.raw.once('close', () => busy.delete(request.raw.socket))
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (!busy.has(socket)) socket.destroy()
  })
}
