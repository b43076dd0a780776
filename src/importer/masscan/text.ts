// masscan's lists: `-oL` (masscan out-text.c) and `-oG` (out-grepable.c). Bytes of banners are escaped as `\xNN`.
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { bytesOfEscaped, readLines, readTime, reject } from '../text/index.ts'
import { type MasscanRecord, readRecord } from './banner.ts'

type Parsed = Omit<MasscanRecord, 'line' | 'text'>

const STATE = /^(open|closed)\s+(\S+)\s+(\d+)\s+(\S+)(?:\s+(\d+))?\s*$/
const DISCOVERED = /^Discovered open port (\d+)\/(\S+) on (\S+)\s*$/
const BANNER = /^banner (\S+) (\d+) (\S+) (\d+) (\S+)(?:\s(.*))?$/s

/** `open tcp 80 192.0.2.1 1473053990`, the terminal's `Discovered open port 80/tcp on 192.0.2.1`, `banner tcp 80 192.0.2.1 1473053990 http.server nginx` */
export function parseListLine(line: string): Parsed | undefined {
  const state = STATE.exec(line)
  if (state !== null) {
    const [, word, transport, port, ip, time] = state
    return { ip, port, transport, time, state: word }
  }
  const discovered = DISCOVERED.exec(line)
  if (discovered !== null) {
    const [, port, transport, ip] = discovered
    return { ip, port, transport, time: undefined, state: 'open' }
  }
  const banner = BANNER.exec(line)
  if (banner === null) return undefined
  const [, transport, port, ip, time, name = 'unknown', text = ''] = banner
  return { ip, port, transport, time, service: { name, banner: bytesOfEscaped(text) } }
}

const HOST = /^(?:Timestamp: (\d+)\t)?Host: (\S+) \([^)]*\)\t(.*)$/s
const PORT = /^(\d+)\/([^/]*)\/([^/]*)\//
const SERVICE = /^Port: (\d+)\tService: (\S+)\tBanner: ?(.*)$/s

/** `Timestamp: …⇥Host: 192.0.2.1 ()⇥Ports: 80/open/tcp//http//`, `Host: 192.0.2.1 ()⇥Port: 80⇥Service: …⇥Banner: …` */
export function parseGrepableLine(line: string): readonly Parsed[] | undefined {
  const host = HOST.exec(line)
  if (host === null) return undefined
  const [, time, ip, rest = ''] = host
  if (rest.startsWith('Ports: ')) {
    const ports = rest
      .slice(7)
      .split(', ')
      .map((one) => PORT.exec(one))
    // The service name behind the port is looked up by number and says nothing.
    return ports.every((one) => one !== null)
      ? ports.map(([, port, state, transport]) => ({ ip, time, port, state, transport }))
      : undefined
  }
  const service = SERVICE.exec(rest)
  if (service === null) return undefined
  const [, port, name = 'unknown', text = ''] = service
  return [{ ip, time, port, transport: undefined, service: { name, banner: bytesOfEscaped(text) } }]
}

/** `TCP open⇥            http[   80]⇥⇥from 192.0.2.1  ttl 54`, as unicornscan prints it: the name follows from the number. */
const UNICORN =
  /^(TCP|UDP) open\s{1,40}\S{0,40}\[ {0,5}(\d{1,5})\]\s{1,40}from (\S{2,45})\s{1,10}ttl \d{1,3}\s*$/

/** A line in the format of unicornscan. */
export function parseUnicornLine(line: string): Parsed | undefined {
  const [, transport, port, ip] = UNICORN.exec(line) ?? []
  if (transport === undefined) return undefined
  return { ip, port, transport: transport.toLowerCase(), time: undefined, state: 'open' }
}

/** The moment in `# Masscan 1.0.6 scan initiated Sat Nov 21 08:37:05 2020`, in seconds: old lines have no time of their own. */
function startOf(comment: string): number | undefined {
  const moment = readTime(/ (?:scan initiated|started at) (.{10,60})$/.exec(comment.trimEnd())?.[1])
  return moment === undefined ? undefined : moment / 1000
}

/** Reads a list line by line. */
export async function* readText(
  input: Input,
  options: ReadOptions,
  parse: (line: string) => Parsed | readonly Parsed[] | undefined,
): AsyncGenerator<Reading> {
  // Grepable banners carry no time; they are behind the open ports, which do.
  let latest: MasscanRecord['time']
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') yield line
    else if (line.text.startsWith('#')) latest ??= startOf(line.text)
    else if (line.text.trim() !== '') {
      const parsed = parse(line.text)
      if (parsed === undefined)
        yield reject(
          line.line,
          line.ended ? 'no line of masscan' : 'the input ends within this record',
          line.text,
        )
      else {
        for (const one of [parsed].flat()) {
          latest = one.time ?? latest
          yield readRecord({ ...one, time: latest, line: line.line, text: line.text }, options)
        }
      }
    }
  }
}
