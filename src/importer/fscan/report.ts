// Text of fscan 2: since 2.1 lists under headings, in 2.0 one line per result with its time. Both become the results that its JSON holds.
import type { JsonObject } from '../text/index.ts'
import { RESULT_KINDS } from './result.ts'

/** The headings of a report, in Chinese or English. */
export const HEADING =
  /^# ===== (?:(存活主机|Alive Hosts)|(开放端口|Open Ports)|(服务信息|Services)|(漏洞信息|Vulnerabilities)|(Web ?服务|Web Services)) =====\s*$/i
const SECTIONS = ['HOST', 'PORT', 'SERVICE', 'VULN', 'WEB'] as const
type Section = (typeof SECTIONS)[number] | ''

/** `[2026-03-09 14:05:06] [PORT] 目标:192.0.2.7 状态:open 详情:port=22`; the words are in the language of the tool. */
export const RESULT_LINE =
  /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] \[([A-Z]{4,7})\] [^\s:]{1,20}:(\S{1,2048}) [^\s:]{1,20}:(\S{0,200}) [^\s:]{1,20}:(.*)$/s

const MESSAGE: JsonObject = { message: 'a heading or an address said before' }

/** Reads the lines of one report; what a line means depends on the heading above it. */
export function reportLines(): (line: string) => JsonObject | undefined {
  let section: Section = ''
  return (line) => {
    const text = line.replace(/\x1b\[[\d;]*m/g, '').trimEnd()
    if (text.length > 65_536) return undefined
    const heading = HEADING.exec(text)
    if (heading !== null) {
      section = SECTIONS[heading.slice(1).findIndex((word) => word !== undefined)] ?? ''
      return MESSAGE
    }
    return section === '' ? readResultLine(text) : readListed(section, text)
  }
}

function readResultLine(text: string): JsonObject | undefined {
  const [, time, type = '', target = '', status = '', written = ''] = RESULT_LINE.exec(text) ?? []
  if (time === undefined || !RESULT_KINDS.has(type)) return undefined
  const details = readDetails(written)
  return details === undefined ? undefined : { time, type, target, status, details }
}

/** `port=22, service=ssh`; undefined where a banner makes it unclear which port is meant. */
function readDetails(text: string): JsonObject | undefined {
  const details: Record<string, string> = {}
  for (const part of text.split(/, (?=[A-Za-z_]{2,20}=)/)) {
    const at = part.indexOf('=')
    const [key, value] = [part.slice(0, at), part.slice(at + 1)]
    // Lists and maps are written so that a blank may be part of a value or part them.
    if (at < 0 || /^(?:map)?\[/.test(value)) continue
    if (key === 'port' && details['port'] !== undefined && details['port'] !== value) return undefined
    details[key] = value
  }
  return details
}

function readListed(section: Section, text: string): JsonObject | undefined {
  const [target = '', ...rest] = text.split(' ')
  switch (section) {
    case 'HOST':
    case 'WEB':
    case '':
      return MESSAGE
    case 'PORT':
      return /:\d{1,5}$/.test(target) && rest.length === 0
        ? { type: 'PORT', target, status: 'open' }
        : undefined
    case 'SERVICE':
      return /^https?:/i.test(target) ? readPage(text) : readService(target, rest)
    case 'VULN':
      return readVulnerability(target, rest)
  }
}

function readService(target: string, [service = '', ...banner]: readonly string[]): JsonObject | undefined {
  if (!/:\d{1,5}$/.test(target)) return undefined
  return { type: 'SERVICE', target, status: 'identified', details: { service, banner: banner.join(' ') } }
}

/** `http://192.0.2.7:80 [title] 200 nginx [product,product]`; without a status what is in brackets is the title. */
function readPage(text: string): JsonObject {
  const at = text.indexOf(' ')
  const [target, rest] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  return { type: 'SERVICE', target, status: 'identified', details: readAnswer(rest) }
}

function readAnswer(text: string): JsonObject {
  const hasTitle = text.startsWith('[')
  const answered = (hasTitle ? /\] (\d{3})(?= |$)/ : /^(\d{3})(?= |$)/).exec(text)
  if (answered === null) return hasTitle && text.endsWith(']') ? { title: text.slice(1, -1) } : {}
  const [found, status] = answered
  const [server, marks] = splitMarks(text.slice(answered.index + found.length).trim())
  return {
    title: hasTitle ? text.slice(1, answered.index) : '',
    ...{ status: Number(status), server },
    fingerprints: marks.split(',').filter((mark) => mark !== ''),
  }
}

/** `nginx [product,product]`. */
function splitMarks(text: string): readonly [server: string, marks: string] {
  const at = text.endsWith(']') ? text.lastIndexOf('[') : -1
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1, -1)]
}

/** `192.0.2.7:22 ssh root/secret` is an account, and cannot be distinguished from a text with a slash in it. */
function readVulnerability(target: string, rest: readonly string[]): JsonObject {
  const text = rest.join(' ')
  if (!text.includes('/')) return { type: 'VULN', target, status: text, details: { vulnerability: text } }
  const service = rest.length > 1 && /^[a-z0-9_-]{2,20}$/i.test(rest[0] ?? '') ? (rest[0] ?? '') : ''
  return { type: 'VULN', target, status: '-', details: { service, type: 'weak_credential' } }
}
