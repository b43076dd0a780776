// Statistics files of the regional registries (delegated and delegated-extended), one delegation per line.
import type { FeedSink, Reader } from '../feed.ts'
import { readDate } from '../text.ts'

const REGISTRY = '(?:afrinic|apnic|arin|iana|lacnic|nro|ripencc)'
/** The first line of a file, or one of its rows where that was cut off. */
const HEADER = new RegExp(
  `^(?:2(?:\\.\\d)?\\|${REGISTRY}\\||${REGISTRY}\\|[A-Z]{0,2}\\|(?:asn|ipv4|ipv6)\\|)`,
)

/**
 * Reader of `registry|cc|type|start|value|date|status`: the value is a count of addresses for IPv4 and a prefix length for IPv6. What is
 * available or reserved was given to nobody; rows of AS numbers and summaries hold no addresses.
 */
export const rir: Reader = {
  kind: 'rir',
  title: 'delegated statistics of a regional registry',
  basis: 'curated',
  confidence: 60,
  detect: (feed) =>
    HEADER.test(feed.head.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? ''),
  read(feed, sink, hints) {
    for (const [index, line] of feed.whole.split('\n').entries()) {
      const cells = line.trim().split('|')
      if (line.trim() === '' || line.startsWith('#') || cells.at(-1) === 'summary') continue
      if (/^2(?:\.\d)?$/.test(cells[0] ?? '')) stateHeader(cells, sink)
      else if (cells[2] !== 'asn') addDelegation(cells, sink, `line ${index + 1}`, hints.tags)
    }
  },
}

function stateHeader([, registry = '', serial = '', , , end = '']: readonly string[], sink: FeedSink): void {
  const day = /^(\d{4})(\d\d)(\d\d)$/.exec(end)
  const date = day === null ? undefined : readDate(`${day[1]}-${day[2]}-${day[3]}T00:00:00Z`)
  sink.state({ version: `${registry} ${serial}`, date })
}

function addDelegation(
  cells: readonly string[],
  sink: FeedSink,
  place: string,
  tags: readonly string[] | undefined,
): void {
  const [, code = '', family, start = '', value = '', , status = ''] = cells
  const free = status === 'available' || status === 'reserved'
  if (!free && !/^[A-Z]{2}$/.test(code)) {
    sink.bad(place, 'names no country')
    return
  }
  const note = free ? status : `registered to a holder in ${code}`
  const stated = free
    ? { tags: ['bogon'], note }
    : { tags: [`country:${code.toLowerCase()}`], country: code, note }
  const label = sink.label(tags === undefined ? stated : { ...stated, tags })
  if (family === 'ipv4') sink.range(`${start}-${lastOf(start, value)}`, label, place)
  else if (family === 'ipv6') sink.range(`${start}/${value}`, label, place)
  else sink.bad(place, 'is neither ipv4 nor ipv6')
}

/** The last of so many addresses from `start` on; `''` where there is none. */
function lastOf(start: string, count: string): string {
  const first = start.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
  const last = first + Number(count) - 1
  if (!/^[1-9]\d{0,9}$/.test(count) || !(last <= 0xffff_ffff)) return ''
  return [24, 16, 8, 0].map((shift) => Math.floor(last / 2 ** shift) % 256).join('.')
}
