// Nmap's outputs for programs and people: XML (docs/nmap.dtd, xml.cc), grepable and normal text (output.cc).
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { lookAhead } from '../text/index.ts'
import { GrepableText } from './grepable.ts'
import { NormalText } from './normal.ts'
import { readTranslated, readXml } from './scan.ts'

const XML = /<nmaprun\b([^>]*)/
const GREPABLE = /^Host: \S+ \([^)\n]*\)[\t ]+(Status: (Up|Down)|Ports: \d|Protocols: \d)/m
const NORMAL = /^(Nmap scan report for|Interesting ports on) +\S/m
const STARTED = /^(# nmap (\(V\. )?\d\S* scan initiated |Starting nmap (V\. )?\d)/im

type Output = 'xml' | 'grepable' | 'normal'

function outputOf(start: string): Output | undefined {
  if (XML.test(start) || /^\s*<(\?xml|!DOCTYPE|host\b)/.test(start)) return 'xml'
  if (GREPABLE.test(start)) return 'grepable'
  return NORMAL.test(start) || STARTED.test(start) ? 'normal' : undefined
}

function detectXml(text: string): number {
  const root = XML.exec(text.slice(0, 32_768))
  if (root !== null) return /scanner\s*=\s*["']masscan["']/.test(root[1] ?? '') ? 0 : 0.98
  return /^\s*<host\b[^>]*>\s*<(status|address|hostname|hostnames|ports)\b/.test(text) ? 0.7 : 0
}

function detect({ text }: Sample): number {
  const xml = detectXml(text)
  if (xml > 0 || /^\s*<(\?xml|!DOCTYPE)/.test(text)) return xml
  const hasHeader = STARTED.test(text)
  if (GREPABLE.test(text)) return hasHeader ? 0.98 : detectCutGrepable(text)
  if (NORMAL.test(text)) return hasHeader ? 0.96 : 0.94
  return hasHeader ? 0.9 : 0
}

/**
 * Lines of a grepable file without its first one: masscan never writes a state of the host, several ports in a line without a time, nor
 * a seventh slash, behind the version.
 */
function detectCutGrepable(text: string): number {
  return /^Host: \S+ \([^)\n]*\)[\t ]+(Status: |Ports: (?:[^\n]*\/, \d|[^\s/]+(?:\/[^/\n]{0,300}){6}\/))/m.test(
    text.slice(0, 16_384),
  )
    ? 0.98
    : 0.6
}

/** Text is recognised behind what other programs printed before it. */
const START = 64 * 1024

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input, START)
  switch (outputOf(start)) {
    case 'grepable':
      yield* readTranslated(again, options, new GrepableText())
      return
    case 'normal':
      yield* readTranslated(again, options, new NormalText())
      return
    default:
      yield* readXml(again, options)
  }
}

/** Nmap's outputs. */
export const nmapImporter: Importer = {
  name: 'nmap',
  label: 'Nmap XML, grepable and normal output (`nmap -oX|-oG|-oN FILE`)',
  detect,
  read,
}
