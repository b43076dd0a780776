// A row of ZMap's output → a reading. Fields: zmap module_csv.c, probe modules' field definitions.
import type { BaseProtocol } from '../../asset/index.ts'
import { canonicalAddress } from '../../util/index.ts'
import type { Reading, ReadOptions } from '../importer.ts'
import { readableBytes, readPort, readTime, reject } from '../text/index.ts'

/** A row's values by field name, `-` in names written as `_` (`timestamp-ts` until 2023). */
export type ZmapRow = ReadonlyMap<string, string>

/** What the probe modules that speak UDP write as classification. */
const UDP = new Set(['udp', 'dns', 'ntp', 'upnp', 'ssdp', 'bacnet', 'ipmi', 'snmp'])
const NO_PORT =
  'no port in the file: give the one that was scanned with --port, or tag the addresses with `periplus tag`'

/** The name of a field as rows are keyed by it. */
export function fieldKey(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_')
}

/** The reading of a row. */
export function readZmapRow(row: ZmapRow, line: number, text: string, options: ReadOptions): Reading {
  const address = canonicalAddress(row.get('saddr')?.trim() ?? '')
  if (address === undefined) return reject(line, `\`${row.get('saddr') ?? ''}\` is not a valid address`, text)
  const kind = row.get('classification') ?? ''
  if (/^(0|false)$/i.test(row.get('success') ?? ''))
    return { kind: 'skip', line, reason: `no success (${kind || 'unknown'})` }
  if (kind.startsWith('icmp')) return { kind: 'skip', line, reason: 'a ping answer' }
  if (/^(1|true)$/i.test(row.get('repeat') ?? ''))
    return { kind: 'skip', line, reason: 'an answer that was counted before' }
  // The port of the service is where the answer came from; the scanner's own is in dport.
  const stated = row.get('sport')
  const port = stated === undefined || stated === '' ? options.port : readPort(stated)
  if (port === undefined)
    return reject(line, stated ? `\`${stated}\` is not a port between 1 and 65535` : NO_PORT, text)
  const banner = bannerOf(row.get('data'))
  return {
    kind: 'observation',
    line,
    observation: {
      reached: address,
      port,
      baseProtocol: transportOf(row, kind),
      time: readTime(row.get('timestamp_ts')) ?? readTime(row.get('timestamp_str')),
      stated: banner === undefined ? {} : { banner },
    },
  }
}

function transportOf(row: ZmapRow, kind: string): BaseProtocol {
  return UDP.has(kind) || (row.get('udp_pkt_size') ?? '') !== '' ? 'udp' : 'tcp'
}

/** What the service answered, which ZMap writes in hexadecimal. */
function bannerOf(data: string | undefined): string | undefined {
  if (data === undefined || data === '' || !/^(?:[0-9a-f]{2})+$/i.test(data)) return undefined
  return readableBytes(Buffer.from(data, 'hex'))
}
