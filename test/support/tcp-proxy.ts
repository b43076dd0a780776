// A proxy in front of a server of loopback: a test can make the server hang or be away without touching it.
import { connect, createServer, type Server, type Socket } from 'node:net'

/** `pass` forwards, `hang` accepts connections and forwards nothing, `refuse` cuts all connections. */
export type ProxyMode = 'pass' | 'hang' | 'refuse'

/** A running proxy. */
export class TcpProxy {
  readonly #server: Server
  readonly #pairs = new Set<readonly [Socket, Socket]>()
  #mode: ProxyMode = 'pass'

  private constructor(server: Server) {
    this.#server = server
  }

  /** Starts a proxy in front of `127.0.0.1:port`. */
  static async start(port: number): Promise<TcpProxy> {
    const server = createServer()
    const proxy = new TcpProxy(server)
    server.on('connection', (caller) => proxy.#connect(caller, port))
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    return proxy
  }

  /** `127.0.0.1:port` of the proxy. */
  get address(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
    return `127.0.0.1:${address.port}`
  }

  /** Changes what happens to the connections, open ones included. */
  set(mode: ProxyMode): void {
    this.#mode = mode
    for (const pair of this.#pairs) this.#apply(pair)
  }

  /** Cuts all connections and stops listening. */
  close(): void {
    this.set('refuse')
    this.#server.close()
  }

  #connect(caller: Socket, port: number): void {
    const server = connect(port, '127.0.0.1')
    const pair = [caller, server] as const
    this.#pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
    caller.pipe(server).pipe(caller)
    this.#apply(pair)
  }

  #apply(pair: readonly [Socket, Socket]): void {
    for (const socket of pair) {
      if (this.#mode === 'refuse') socket.destroy()
      else if (this.#mode === 'hang') socket.pause()
      else socket.resume()
    }
  }
}
