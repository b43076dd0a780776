// The names of protocols that records use, from Nmap's names of services.
import { overTls } from '../fact/index.ts'

/** Where Nmap's name follows the port registry and not the protocol. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    domain: 'dns',
    'microsoft-ds': 'smb',
    'ms-wbt-server': 'rdp',
    'ms-sql-s': 'mssql',
    'oracle-tns': 'oracle',
    mongod: 'mongodb',
    'http-proxy': 'http',
    'http-alt': 'http',
    'https-alt': 'https',
    nntp: 'nntp',
    'rtsp-proxy': 'rtsp',
    'sip-proxy': 'sip',
    'vnc-http': 'http',
  }),
)

/** Nmap's words for a service it could not name. */
const NOTHING = new Set(['unknown', 'tcpwrapped', ''])

/** The protocol of a service that Nmap talked to; undefined where it could not name it. */
export function protocolOf(service: string, encrypted: boolean): string | undefined {
  const name = service.toLowerCase()
  if (NOTHING.has(name)) return undefined
  const protocol = NAMES.get(name) ?? (name.endsWith('?') ? name.slice(0, -1) : name)
  if (protocol === 'ssl') return 'tls'
  return encrypted ? overTls(protocol) : protocol
}
