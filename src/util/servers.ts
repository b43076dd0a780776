// One URL that names several servers of the same service: `https://user:password@one:8443,two:8443/database`.

/** Servers with the same protocol, credentials and database. */
export interface ServerList {
  readonly protocol: 'http' | 'https'
  readonly username: string
  readonly password: string
  /** Each as `host:port`. */
  readonly hosts: readonly string[]
  readonly database: string
}

const SHAPE = /^(https?):\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/([A-Za-z_]\w{0,63})\/?$/

/** ClickHouse's HTTP ports: https://clickhouse.com/docs/en/guides/sre/network-ports */
const PORTS = { http: 8123, https: 8443 } as const

/** Parses such a URL; undefined if invalid. User and password are percent-encoded in it. */
export function parseServers(text: string): ServerList | undefined {
  const [, protocol, credentials = '', hosts = '', database = ''] = SHAPE.exec(text) ?? []
  if (protocol !== 'http' && protocol !== 'https') return undefined
  const [username = '', ...rest] = credentials.split(':')
  const servers = hosts.split(',').map((host) => serverOf(host, protocol))
  const said = [decode(username), decode(rest.join(':'))]
  if (said.includes(undefined) || servers.includes(undefined)) return undefined
  if (new Set(servers).size !== servers.length) return undefined
  return {
    protocol,
    username: said[0] || 'default',
    password: said[1] ?? '',
    hosts: servers.filter((server) => server !== undefined),
    database,
  }
}

function serverOf(host: string, protocol: 'http' | 'https'): string | undefined {
  if (!URL.canParse(`${protocol}://${host}`)) return undefined
  const url = new URL(`${protocol}://${host}`)
  const explicit = /:(\d+)$/.exec(host)?.[1]
  return `${url.hostname}:${explicit ?? PORTS[protocol]}`
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
