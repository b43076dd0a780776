// RustScan: what it prints on the terminal (`Open 192.0.2.1:22`, then the text of Nmap, to which it hands on), and its greppable
// lines (`-g`: `192.0.2.1 -> [22,80]`). Layout read in RustScan src/scanner/mod.rs and src/main.rs.
import { canonicalAddress } from '../../util/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { NormalText } from '../nmap/normal.ts'
import { ScanReader } from '../nmap/scan.ts'
import { leaveOut, readLines, readPort, reject } from '../text/index.ts'

const OPEN = /^Open \[?([\da-f:.]{3,45}?)\]?:(\d{1,6})\s*$/i
const GREPPABLE = /^\[?([\da-f:.]{3,45})\]? -> \[([\d,\s]*)\]\s*$/i
const COLOUR = /\x1b\[[\d;]*m/g
/** Ports that are held until Nmap said more about them; beyond, they are passed on at once. */
const MOST_HELD = 100_000

/** Lines of fscan, naabu, nuclei and masscan, which neither RustScan nor Nmap prints. */
const OF_OTHERS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}:\d{1,5}(?:\s|$)|\[[^\]\s]+\] \[[^\]\s]+\] \[[^\]\s]+\] \S|\[[*+]\] .{0,80}\d\.\d|(?:open|banner) (?:tcp|udp) \d)/

interface Found {
  readonly line: number
  readonly address: string
  readonly port: number
}

/** The ports that a line names; undefined where it names none. */
function portsOf(text: string, line: number): readonly Found[] | undefined {
  const [, where, ports] = OPEN.exec(text) ?? GREPPABLE.exec(text) ?? []
  const address = canonicalAddress(where ?? '')
  if (address === undefined || ports === undefined) return undefined
  const numbers = ports.split(',').flatMap((part) => readPort(part.trim()) ?? [])
  return numbers.length === 0 && ports.trim() !== ''
    ? undefined
    : numbers.map((port) => ({ line, address, port }))
}

/** A number of a greppable line that is not a port. */
function wrongPortOf(text: string): string | undefined {
  const [, , ports = ''] = GREPPABLE.exec(text) ?? []
  return ports
    .split(',')
    .map((part) => part.trim())
    .find((part) => part !== '' && readPort(part) === undefined)
}

function bare({ line, address, port }: Found): Reading {
  const observation = { reached: address, port, baseProtocol: 'tcp' as const, time: undefined, stated: {} }
  return { kind: 'observation', line, observation }
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const held = new Map<string, Found>()
  const nmap = new NormalText()
  const scan = new ScanReader(undefined)
  function* readLine(text: string, line: number): Generator<Reading> {
    for (const event of nmap.take(text, line))
      for (const reading of scan.take(event)) {
        if (reading.kind === 'observation')
          held.delete(keyOf(reading.observation.reached, reading.observation.port))
        yield reading
      }
  }
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') {
      yield line
      continue
    }
    const text = line.text.replace(COLOUR, '')
    const found = portsOf(text, line.line)
    if (found === undefined && /^Open \S+:\d|^\S{3,45} -> \[/.test(text))
      yield reject(line.line, 'no address and port of RustScan', line.text)
    else if (found === undefined && OF_OTHERS.test(text))
      yield reject(line.line, 'a line of another tool; import it from a file of its own', line.text)
    else if (found === undefined) yield* readLine(text, line.line)
    else {
      for (const one of found) yield* hold(held, one)
      const wrong = wrongPortOf(text)
      if (wrong !== undefined)
        yield leaveOut(line.line, `\`${wrong}\` is not a port between 1 and 65535`, line.text)
    }
  }
  for (const event of nmap.end())
    for (const reading of scan.take(event)) {
      if (reading.kind === 'observation')
        held.delete(keyOf(reading.observation.reached, reading.observation.port))
      yield reading
    }
  yield* scan.end()
  for (const one of held.values()) yield bare(one)
}

function* hold(held: Map<string, Found>, found: Found): Generator<Reading> {
  if (held.size >= MOST_HELD) yield bare(found)
  else held.set(keyOf(found.address, found.port), found)
}

function keyOf(address: string, port: number): string {
  return `${address} ${port}`
}

function detect({ text }: Sample): number {
  const lines = text.replace(COLOUR, '').split('\n', 400)
  return lines.some((line) => portsOf(line.replace(/\r$/, ''), 1) !== undefined) ? 0.985 : 0
}

/** RustScan's terminal output. */
export const rustscanImporter: Importer = {
  name: 'rustscan',
  label: 'RustScan output (terminal with or without Nmap’s, `rustscan -g`)',
  detect,
  read,
}
