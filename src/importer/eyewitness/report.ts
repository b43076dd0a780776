// EyeWitness: the pages of its report (`report.html`, `report_page2.html`): one entry per web address with its title and header, and
// the address only where it was asked to look names up. Layout read in RedSiege/EyeWitness (Python/modules/objects.py).
import { type Mapped, screenshotOf, skipped, webPageOf, withScreenshot } from '../fact/index.ts'
import type { Input, Reading, ReadOptions } from '../importer.ts'
import { printHeader, readableTitle, readLines, readTime, reject } from '../text/index.ts'

/** The start of a report, with or without a table of contents. */
export const REPORT = /<title>EyeWitness Report(?: Table of Contents)?<\/title>/

const DATE = /Report Generated on (\d{4})\/(\d\d)\/(\d\d) at (\d\d:\d\d:\d\d)/
const ENTRY = /^\s*<a href="(https?:[^"]{1,4096})" target="_blank">/i
/** Longest entry in characters; the tool writes a few thousand. */
const ENTRY_LIMIT = 256 * 1024

interface Entry {
  readonly line: number
  readonly url: string
  text: string
}

/** Reads one page of a report. */
export async function* readReport(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  let time: number | undefined
  let entry: Entry | undefined
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') {
      yield line
      continue
    }
    const [, year, month, day, clock] = line.text.length > 4096 ? [] : (DATE.exec(line.text) ?? [])
    if (year !== undefined) time = readTime(`${year}-${month}-${day} ${clock}`)
    const [, url] = ENTRY.exec(line.text) ?? []
    if (url !== undefined) {
      if (entry !== undefined) yield readingOf(entry, time)
      entry = { line: line.line, url, text: '' }
    }
    if (entry !== undefined && entry.text.length < ENTRY_LIMIT) entry.text += `${line.text}\n`
  }
  if (entry !== undefined) yield readingOf(entry, time)
}

function readingOf(entry: Entry, time: number | undefined): Reading {
  const mapped = mapEntry(entry, time)
  return mapped.kind === 'reject'
    ? reject(entry.line, mapped.reason, entry.text)
    : { ...mapped, line: entry.line }
}

/** Shown instead of the screenshot where no server answered. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/<td>Hit timeout limit/, 'a page without an answer (Timeout)'],
  [/<td>Connection Reset</, 'a page without an answer (ConnReset)'],
  [/<td>Connection Refused</, 'a page without an answer (ConnRefuse)'],
  [/<td>SSL Handshake Error</, 'a page without an answer (SSLHandshake)'],
]

function mapEntry({ url, text }: Entry, time: number | undefined): Mapped {
  const failure = FAILURES.find(([pattern]) => pattern.test(text))
  if (failure !== undefined) return skipped(failure[1])
  const title = titleOf(text)
  const header = headerOf(text)
  if (/Page Blank\s*,/.test(text) && header === '') return skipped('a page without an answer (blank)')
  const address = /<b>Resolved to:<\/b> ([^<\s]{2,64})\s*<br>/.exec(text)?.[1]
  const stated = { ...(title !== '' && { title }), ...(header !== '' && { header }) }
  const picture = /<img src="([^"\n]{1,1024})"/.exec(text)?.[1]
  const path = picture === undefined ? undefined : readableTitle(picture)
  const mapped = webPageOf(readableTitle(url), { address, time, stated })
  return withScreenshot(mapped, screenshotOf(undefined, path))
}

/** Words of the tool where a page had no title. */
const NO_TITLE = new Set(['Unknown', 'None', 'Unable to Display', '!Error'])

function titleOf(text: string): string {
  return knownTitle(/<b> Page Title:\s?<\/b>([^\n]{0,8192})/.exec(text)?.[1])
}

/** A title as the tool writes it, empty where it knew none. */
export function knownTitle(written: string | undefined): string {
  const title = readableTitle(written ?? '').trim()
  return NO_TITLE.has(title) ? '' : title
}

const FIELD = /^<br><b> ([A-Za-z0-9-]{1,80}):<\/b> (.*)$/
/** Names that the tool uses for remarks of its own. */
const REMARKS = new Set(['Headers', 'Error'])

function headerOf(text: string): string {
  const fields: [string, string][] = []
  for (const line of text.split('\n')) {
    const [, name, value = ''] = FIELD.exec(line) ?? []
    if (name !== undefined && !REMARKS.has(name)) fields.push([name, readableTitle(value).trim()])
  }
  return printHeader('', fields)
}
