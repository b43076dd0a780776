import type { FastifyRequest } from 'fastify'
import { AppError } from '../../error/index.ts'
import { parseAddress } from '../../util/index.ts'

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*\.?$/i
const HOST = /^(?:\[([0-9a-f:.]{2,45})\]|([^:[\]]{1,253}))(?::(\d{1,5}))?$/i

/** Whether a text is a host name or address, with or without a port: only such a host may appear in a URL that we return. */
export function isHost(text: string): boolean {
  const [, v6, name, port] = HOST.exec(text) ?? []
  if (port !== undefined && Number(port) > 65_535) return false
  if (v6 !== undefined) return parseAddress(v6) !== undefined
  return name !== undefined && NAME.test(name)
}

/**
 * The URL under which the caller reached the server, without a final slash: the setting, else scheme and host of the request, where
 * forwarded values count only from trusted proxies. Fails with code `params` for an invalid host.
 */
export function baseUrl(request: FastifyRequest, setting: string): string {
  if (setting !== '') return setting
  if (isHost(request.host)) return `${request.protocol}://${request.host.toLowerCase()}`
  throw new AppError(
    'params',
    '[-4] Params Error: the Host of the request is not a valid host name or address',
  )
}
