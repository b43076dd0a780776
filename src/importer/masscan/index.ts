// masscan in all the outputs it has: JSON and NDJSON, XML, list, grepable and the lines of unicornscan. Its binary output is masscan's own to convert.
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { objectsAt, textAt } from '../fact/index.ts'
import { lookAhead, peekObjects } from '../text/index.ts'
import { readJson } from './json.ts'
import { parseGrepableLine, parseListLine, parseUnicornLine, readText } from './text.ts'
import { readXml } from './xml.ts'

/** Bytes that tell the outputs apart. */
const START = 16_384

type Output = 'json' | 'xml' | 'list' | 'grepable' | 'unicorn'

/** The output a text begins like. */
function outputOf(text: string): Output | undefined {
  const start = text.trimStart().slice(0, START)
  if (/<nmaprun\b[^>]*scanner\s*=\s*["']masscan["']/.test(start)) return 'xml'
  if (/^#masscan\b/.test(start) || parseListLine(firstLine(start)) !== undefined) return 'list'
  if (/^# Masscan \d/.test(start) || parseGrepableLine(firstLine(start)) !== undefined) return 'grepable'
  if (parseUnicornLine(firstLine(start)) !== undefined) return 'unicorn'
  if (/^\{\s*"?finished"?\s*:/.test(start)) return 'json'
  const plain = /"?\bip"?\s*:\s*"[^"]*"/.test(start.slice(0, 400))
  if (plain && /"?\bports"?\s*:\s*\[\s*\{\s*"?port"?\s*:\s*\d+\s*,\s*"?proto"?\s*:/.test(start)) return 'json'
  return plain && /"rec_type"\s*:\s*"(status|banner)"/.test(start) ? 'json' : undefined
}

function firstLine(text: string): string {
  return text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1).replace(/\r$/, '')
}

function detect(sample: Sample): number {
  return outputOf(sample.text) !== undefined || isReprinted(sample) ? 0.97 : 0
}

/** JSON whose keys another program put into an order of its own. */
function isReprinted(sample: Sample): boolean {
  const [first] = peekObjects(sample)
  const [port] = objectsAt(first, 'ports')
  return port !== undefined && textAt(first, 'ip') !== undefined && 'port' in port && 'proto' in port
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input, START)
  switch (outputOf(start)) {
    case 'xml':
      yield* readXml(again, options)
      return
    case 'list':
      yield* readText(again, options, parseListLine)
      return
    case 'grepable':
      yield* readText(again, options, (line) => parseGrepableLine(line) ?? parseListLine(line))
      return
    case 'unicorn':
      yield* readText(again, options, parseUnicornLine)
      return
    default:
      yield* readJson(again, options)
  }
}

/** masscan's outputs. */
export const masscanImporter: Importer = {
  name: 'masscan',
  label:
    'masscan JSON, NDJSON, XML, list, grepable and unicornscan’s lines (`masscan -oJ|-oD|-oX|-oL|-oG|-oU FILE`)',
  detect,
  read,
}
