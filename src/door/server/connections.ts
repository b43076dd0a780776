// Bounds the connections of callers, and closes them at a shutdown.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { sourceNetwork } from '../../service/account/index.ts'
import { isInside, parseAddress, parseNetwork } from '../../util/index.ts'

/**
 * On shutdown closes idle connections at once and others after their response. Node's own method keeps connections without any
 * request, which browsers and load balancers open in advance.
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

/** Closes connections beyond the settings, in total and per address. Trusted proxies bring the connections of many callers. */
export function limitConnections(app: FastifyInstance, config: Config): void {
  app.server.maxConnections = config['http.connections']
  const most = config['http.connectionsPerAddress']
  const isProxy = within(config['http.trustProxy'])
  const open = new Map<string, number>()
  const change = (source: string, step: 1 | -1): void => {
    const count = (open.get(source) ?? 0) + step
    if (count === 0) open.delete(source)
    else open.set(source, count)
  }
  app.server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    if (isProxy(address)) return
    const source = sourceNetwork(address)
    if ((open.get(source) ?? 0) >= most) {
      socket.destroy()
      return
    }
    change(source, 1)
    socket.once('close', () => change(source, -1))
  })
}

function within(networks: readonly string[]): (address: string) => boolean {
  const known = networks.map(
    (text) => parseNetwork(text) ?? parseNetwork(`${text}/${text.includes(':') ? 128 : 32}`),
  )
  return (text) => {
    const address = parseAddress(text)
    return (
      address !== undefined && known.some((network) => network !== undefined && isInside(address, network))
    )
  }
}
