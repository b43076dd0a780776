// Rule files of other programs as rules of ours: EHole, FingerprintHub and Wappalyzer (JSON), recog (XML), nuclei (YAML) and
// nmap-service-probes. What our rules cannot say is named with the reason.
import { quote } from '../../query/index.ts'
import { isObject, parseJsonText, textsIn } from '../../util/index.ts'
import { slug } from '../read-rule.ts'
import type { RuleText } from '../rule.ts'
import { type Draft, draftOf, faultOf, isRefused, type RefusedEntry, refused } from './draft.ts'
import { anyIcon, isIconHash, md5sIn } from './icon.ts'
import { readNmapProbes } from './nmap.ts'
import { readNuclei } from './nuclei.ts'
import { type Fingerprint, type RecogFile, readRecog } from './recog.ts'
import { readWappalyzer } from './wappalyzer.ts'

/** The rules of a file. */
interface Converted {
  readonly format: string
  readonly rules: readonly RuleText[]
  /** Entries that our rules cannot express, or that an index cannot look for. */
  readonly refused: readonly RefusedEntry[]
}

/** Converts a file; undefined where its format is unknown. */
export function convertRules(text: string): Converted | undefined {
  if (/^\s*</.test(text)) {
    const file = readRecog(text)
    return file && usable('recog', recogDrafts(file))
  }
  const nmap = readNmapProbes(text)
  if (nmap !== undefined) return usable('nmap-service-probes', nmap)
  const nuclei = readNuclei(text)
  if (nuclei !== undefined) return usable('nuclei', nuclei)
  const value = parseJsonText(text)
  const technologies = readWappalyzer(value)
  if (technologies !== undefined) return usable('Wappalyzer', technologies)
  if (isObject(value) && Array.isArray(value['fingerprint']))
    return usable('EHole', value['fingerprint'].map(eholeDraft))
  if (Array.isArray(value) && value.some((one) => isObject(one) && 'favicon_hash' in one))
    return usable('FingerprintHub', value.map(hubDraft))
  return undefined
}

/** The drafts that are rules, each with a name of its own. */
function usable(format: string, drafts: readonly Draft[]): Converted {
  const known = new Set<string>()
  const rules: RuleText[] = []
  const left: RefusedEntry[] = []
  for (const draft of drafts) {
    const fault = isRefused(draft) ? draft.reason : faultOf(draft)
    if (isRefused(draft) || fault !== undefined) {
      left.push(isRefused(draft) ? draft : refused(draft.product, fault ?? ''))
      continue
    }
    const name = freeName(draft.product ?? '', known)
    known.add(slug(name))
    rules.push({ ...draft, name })
  }
  return { format, rules, refused: left }
}

function freeName(product: string, known: ReadonlySet<string>): string {
  if (!known.has(slug(product))) return product
  let number = 2
  while (known.has(slug(`${product} ${number}`))) number++
  return `${product} ${number}`
}

/** One entry of EHole: all keywords in one place, or one of several icon hashes. */
function eholeDraft(entry: unknown): Draft {
  if (!isObject(entry)) return refused('', 'it is not an object')
  const { cms, method, location } = entry
  const keywords = textsIn(entry['keyword'])
  if (method === 'faviconhash') return draftOf(cms, anyIcon(keywords))
  if (location !== 'body' && location !== 'header' && location !== 'title')
    return refused(cms, 'it looks in another place than body, header and title')
  if (method !== 'keyword' && method !== 'regula')
    return refused(cms, 'its method is not keyword, regula or faviconhash')
  const operator = method === 'regula' ? '=~' : '='
  return draftOf(
    cms,
    keywords.map((keyword) => `${location}${operator}${quote(keyword)}`),
  )
}

/** One entry of FingerprintHub about the first page: all keywords and headers, and one of several icon hashes. */
function hubDraft(entry: unknown): Draft {
  if (!isObject(entry)) return refused('', 'it is not an object')
  if (entry['path'] !== '/' || entry['request_method'] !== 'get')
    return refused(entry['name'], 'it asks for another page than the first')
  const { name, headers, request_headers: asked } = entry
  if (isObject(asked) && Object.keys(asked).length > 0) return refused(name, 'it sends headers')
  const icons = textsIn(entry['favicon_hash'])
  // Other hashes of icons are not those of records.
  if (!icons.every(isIconHash)) return refused(name, 'its icon hash is not one of records')
  const inHeader = isObject(headers) ? Object.entries(headers).map(headerCondition) : []
  const inBody = textsIn(entry['keyword']).map((keyword) => `body=${quote(keyword)}`)
  return draftOf(name, [...inBody, ...inHeader, ...anyIcon(icons)])
}

function headerCondition([name, value]: readonly [string, unknown]): string {
  const isAny = typeof value !== 'string' || value === '*' || value === ''
  return `header=${quote(isAny ? `${name}:` : value)}`
}

/** In which field each kind of recog's texts is, and what is before it there. */
const PLACES: Readonly<Record<string, readonly [field: string, before: string]>> = {
  html_title: ['title', '^'],
  'http_header.server': ['server', '^'],
  'ssh.banner': ['banner', '^SSH-[12][.][0-9]+-'],
  'ftp.banner': ['banner', '^220[ -]'],
  'smtp.banner': ['banner', '^220[ -]'],
  'pop3.banner': ['banner', '^[+]OK '],
  'imap4.banner': ['banner', '^[*] OK '],
  'snmp.sys_description': ['banner', '^'],
  'favicon.md5': ['icon_md5', '^'],
}

function recogDrafts({ matches, fingerprints }: RecogFile): readonly Draft[] {
  const place = PLACES[matches]
  return fingerprints.map((fingerprint) =>
    place === undefined
      ? refused(matches, `records do not show texts of \`${matches.slice(0, 60)}\``)
      : recogDraft(fingerprint, place),
  )
}

function recogDraft(
  { pattern, ignoresCase, params }: Fingerprint,
  [field, before]: readonly [string, string],
): Draft {
  const fixedValue = (name: string) =>
    params.find((param) => param.name === name && param.position === 0)?.value
  const part = ['service', 'hw', 'os'].find((one) => fixedValue(`${one}.product`) !== undefined)
  if (part === undefined) return refused(pattern, 'it names no product')
  const anchored = pattern.startsWith('^') ? before + pattern.slice(1) : pattern
  const expression = ignoresCase ? `(?i)${anchored}` : anchored
  const icons = field === 'icon_md5' ? md5sIn(anchored) : undefined
  const condition = icons === undefined ? `${field}=~${quote(expression)}` : anyIcon(icons).join('')
  const hasVersion = params.some(({ name, position }) => name === `${part}.version` && position === 1)
  const vendor = fixedValue(`${part}.vendor`)
  const draft = draftOf(fixedValue(`${part}.product`), [condition])
  return isRefused(draft)
    ? draft
    : { ...draft, ...(vendor && { vendor }), ...(hasVersion && { version: condition }) }
}
