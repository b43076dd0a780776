import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'

/** Listens, and resolves to the server's own address. Fails with code `input` when the address is not available. */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  const { 'http.host': host, 'http.port': port } = config
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw cannotListen(error, host, port)
  }
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port')
  return listenAddress(host, address.port)
}

/** The address at which this machine reaches the listener: the loopback address when it listens on all addresses. */
export function listenAddress(host: string, port: number): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${reached}:${port}`
}

function cannotListen(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const where = `port ${port} of ${host}`
  switch (code) {
    case 'EADDRINUSE':
      return new AppError(
        'input',
        `${where} is in use; stop what listens there or choose another with --port`,
      )
    case 'EACCES':
      return new AppError('input', `${where} may not be used by this user; choose one above 1023 with --port`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new AppError('input', `${host} is not an address of this machine; choose another with --host`)
    default:
      return error
  }
}
