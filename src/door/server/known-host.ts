// Names under which browsers may reach the page: a foreign name that was rebound to this machine must not become the page's origin.
// Programs can use the API under any name.
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { parseAddress } from '../../util/index.ts'

/** Creates a check of the name in a request's `Host`: addresses, this machine, and the names in the settings are known. */
export function refuseUnknownHosts(config: Config): (request: FastifyRequest) => Promise<void> {
  const known = new Set(
    ['', 'localhost', config['http.host'], ...config['http.hosts'], nameOf(config)].map(plain),
  )
  return async ({ host }) => {
    const name = plain(withoutPort(host ?? ''))
    if (known.has(name) || name.endsWith('.localhost') || parseAddress(name) !== undefined) return
    throw new AppError(
      'forbidden',
      `403 Forbidden: the page is not offered under the name \`${name.slice(0, 253)}\`; add it to http.hosts or http.baseUrl`,
    )
  }
}

function nameOf(config: Config): string {
  const base = config['http.baseUrl']
  return base === '' ? '' : new URL(base).hostname
}

function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '')
}

/** In lower case, without the brackets of an IPv6 address and the trailing dot of a name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
