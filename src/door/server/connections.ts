// Bounds the connections of callers, and closes them at a shutdown.
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
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
    const { socket } = request.raw
    busy.add(socket)
    reply.raw.once('close', () => busy.delete(socket))
  })
  app.addHook('onSend', async (_, reply) => {
    if (closing) reply.header('Connection', 'close')
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (!busy.has(socket)) socket.destroy()
  })
}

/** Further connections that Node accepts, so that a new one can take the place of an idle one. */
const SPARE = 64

/**
 * Closes connections beyond the settings, in total and per address. When the total is reached, an idle connection of the address with
 * the most gives way to one of an address with fewer. Trusted proxies bring the connections of many callers.
 */
export function limitConnections(app: FastifyInstance, config: Config): void {
  const most = config['http.connections']
  app.server.maxConnections = most + SPARE
  const open = new OpenConnections(watchRequests(app))
  const isProxy = within(config['http.trustProxy'])
  app.server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')
    const source = isProxy(address) ? PROXY : sourceNetwork(address)
    const isBeyond = source !== PROXY && open.of(source) >= config['http.connectionsPerAddress']
    if (isBeyond || (open.total >= most && !open.makePlaceFor(source))) socket.destroy()
    else open.add(source, socket)
  })
}

/** The source of all connections of trusted proxies. */
const PROXY = ''

/** Open connections by their source, each in the order of their beginning. */
class OpenConnections {
  readonly #sources = new Map<string, Set<Socket>>()
  readonly #isBusy: (socket: Socket) => boolean
  total = 0

  constructor(isBusy: (socket: Socket) => boolean) {
    this.#isBusy = isBusy
  }

  of(source: string): number {
    return this.#sources.get(source)?.size ?? 0
  }

  add(source: string, socket: Socket): void {
    const sockets = this.#sources.get(source) ?? new Set()
    this.#sources.set(source, sockets.add(socket))
    this.total++
    socket.once('close', () => this.#remove(source, socket))
  }

  /** Closes an idle connection of the source with the most; false when the new one would have as many, or none is idle. */
  makePlaceFor(source: string): boolean {
    const own = source === PROXY ? 0 : this.of(source)
    let [largest, idle]: [number, Socket | undefined] = [own + 1, undefined]
    let holder = PROXY
    for (const [name, sockets] of this.#sources) {
      if (name === PROXY || sockets.size <= largest) continue
      const first = sockets.values().find((socket) => !this.#isBusy(socket))
      if (first !== undefined) [largest, idle, holder] = [sockets.size, first, name]
    }
    if (idle === undefined) return false
    this.#remove(holder, idle)
    idle.destroy()
    return true
  }

  #remove(source: string, socket: Socket): void {
    const sockets = this.#sources.get(source)
    if (sockets?.delete(socket) !== true) return
    this.total--
    if (sockets.size === 0) this.#sources.delete(source)
  }
}

/** Whether a connection has a request that arrived in whole, or one of a known caller; others have waited for nothing yet. */
function watchRequests(app: FastifyInstance): (socket: Socket) => boolean {
  const requests = new WeakMap<Socket, FastifyRequest>()
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw
    requests.set(socket, request)
    reply.raw.once('close', () => requests.delete(socket))
  })
  return (socket) => {
    const request = requests.get(socket)
    return request !== undefined && (request.raw.complete || request.owner !== undefined)
  }
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
