// naabu's CSV. Its service columns carry no names: the header has one empty name for all of them, the rows have each.
import { canonicalAddress } from '../../util/index.ts'
import { type Json, type JsonObject, readPort } from '../text/index.ts'

/** The columns behind the empty name, in the order of the program; the last came later. */
const SERVICE = [
  'device_type',
  'extra_info',
  'high_version',
  'hostname',
  'low_version',
  'method',
  'name',
  'os_type',
  'product',
  'proto',
  'rpc_num',
  'service_fp',
  'tunnel',
  'version',
  'confidence',
]

/** Whether a row is naabu's header: `host,ip,port` alone may be anybody's, `tls` and `timestamp` beside it are not. */
export function isHeader(cells: readonly string[]): boolean {
  const own = ['tls', 'cdn', 'cdn-name', 'mac_address', 'timestamp'].filter((name) => cells.includes(name))
  return cells.includes('port') && own.length >= 2 && !cells.includes('url')
}

/** The columns since 2.3, for files without a header row: 2.6 writes none with `-o`. */
export const HEADER: readonly string[] = [
  'host',
  'ip',
  'port',
  'protocol',
  'tls',
  'cdn',
  'cdn-name',
  'timestamp',
  'mac_address',
  '',
  'cpes',
]

/** Whether a line is a row of such a file. */
export function isRow(cells: readonly string[]): boolean {
  const [host = '', ip = '', port, transport = '', tls = '', cdn = ''] = cells
  const where = canonicalAddress(ip) !== undefined || (ip === '' && host !== '')
  const yesNo = /^(true|false)$/
  return (
    cells.length >= 9 &&
    where &&
    readPort(port) !== undefined &&
    /^(tcp|udp)$/.test(transport) &&
    yesNo.test(tls) &&
    yesNo.test(cdn)
  )
}

/** The record of a row, as the JSON output would have it. */
export function recordOfRow(header: readonly string[], cells: readonly string[]): JsonObject {
  const record: Record<string, Json> = {}
  for (const [index, name] of namesFor(header, cells.length).entries()) {
    const text = cells[index] ?? ''
    if (name === '' || text === '') continue
    if (name === 'cpes') record[name] = text.split(';')
    else record[name] = name === 'timestamp' ? text.replace(/ m=[+-][\d.]+$/, '') : text
  }
  return record
}

function namesFor(header: readonly string[], width: number): readonly string[] {
  const gap = header.indexOf('')
  const hidden = width - header.length + 1
  if (gap < 0 || hidden < 1 || hidden > SERVICE.length) return header
  return [...header.slice(0, gap), ...SERVICE.slice(0, hidden), ...header.slice(gap + 1)]
}
