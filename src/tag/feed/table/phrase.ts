// What a line or cell with more than one word says: a range with blanks around its mark, an address with its mask, several ranges.
import { parseAddress } from '../../../util/index.ts'
import { isCompanion, isException, isNearEnd } from '../ends.ts'
import {
  bitsOfMask,
  DASH_SIGNS,
  isConnection,
  looksLikeAddress,
  rangeText,
  spanOf,
  stripped,
  withMask,
} from './cell.ts'

/** The range at the start of some words, and how many of them it takes. */
interface Lead {
  /** As a sink takes it; it rejects what is not valid. */
  readonly text: string
  readonly words: number
}

const DASH = new RegExp(String.raw`^(?:[${DASH_SIGNS}-]|\.{2,3}|to|thru|through)$`, 'i')
/** The last octet alone behind a mark: `192.0.2.1 – .9`. */
const LAST_OCTET = /^\.\d{1,3}$/
const MASK_WORD = /^(?:(?:sub)?net-?)?mask$/i
/** Before the last address of a range whose first one has such a name, too. */
const LAST_WORD = /^(?:ip-?)?(?:addr(?:ess)?-)?(?:last|end)(?:-?(?:ip|addr(?:ess)?))?$/i
const BITS_WORD = /^(?:mask|prefix)-?len(?:gth)?$/i

/** Reads the first words as one range where they belong together; undefined where the first word is alone. */
export function leadOf(words: readonly string[]): Lead | undefined {
  const [first = '', second = '', third = ''] = words
  if (second === '' || !isStart(first)) return undefined
  if (DASH.test(second) && isStart(third))
    return isConnection(first, third)
      ? undefined
      : { text: spanOf(first, third) ?? `${first}-${third}`, words: 3 }
  if (DASH.test(second) && isFour(first) && LAST_OCTET.test(third))
    return { text: `${first}-${first.replace(/\.\d+$/, third)}`, words: 3 }
  if (LAST_WORD.test(second) && isStart(third)) return { text: `${first}-${third}`, words: 3 }
  if (second === '/' && /^\d{1,3}$/.test(third) && !first.includes('/'))
    return { text: `${first}/${third}`, words: 3 }
  if (MASK_WORD.test(second)) return { text: withMask(first, third) ?? `${first}/${third}`, words: 3 }
  if (BITS_WORD.test(second) && !first.includes('/')) return { text: `${first}/${third}`, words: 3 }
  if (/^\/\d{1,3}$/.test(second) && !first.includes('/')) return { text: `${first}${second}`, words: 2 }
  if (/^[^/]+\/$/.test(first) && /^\d{1,3}$/.test(second)) return { text: `${first}${second}`, words: 2 }
  return isMask(second) && isFour(first) ? { text: withMask(first, second) ?? first, words: 2 } : undefined
}

const isFour = (word: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(word)

/** Whether a word begins a range: an address, perhaps with a `/` behind it. */
const isStart = (word: string): boolean =>
  rangeText(word) !== undefined || (word.endsWith('/') && parseAddress(word.slice(0, -1)) !== undefined)

const isMask = (word: string): boolean => /^(?:255|0)\./.test(word) && bitsOfMask(word) !== undefined

/** Every range of a text that holds nothing else; undefined where it holds anything that is none. */
export function rangesIn(text: string): readonly string[] | undefined {
  const whole = rangeText(text)
  if (whole !== undefined) return [whole]
  const words = text.split(/[\s,;|]+/).filter((word) => word !== '')
  if (words.length < 2) return undefined
  const found: string[] = []
  for (let at = 0; at < words.length; ) {
    const lead = leadOf(words.slice(at, at + 3))
    const one = lead === undefined ? rangeText(words[at] ?? '') : rangeText(lead.text)
    if (one === undefined) return undefined
    found.push(one)
    at += lead?.words ?? 1
  }
  return found
}

const LONGEST_NAME = 60

/** What a line begins with before `:` or `=`, or as a word before an address: `Default Gateway . . . : 192.0.2.1`, `nameserver 192.0.2.1`. */
export function nameOfLine(line: string): string {
  const text = line.trimStart()
  const end = text.slice(0, LONGEST_NAME).search(/[:=]/)
  if (end >= 0) return stripped(text.slice(0, end), '', ' .')
  const [word = '', next = ''] = text.split(/\s+/, 2)
  return rangeText(next) === undefined ? '' : word
}

/** Whether a word is `src=192.0.2.1` or the like: the end from which a connection comes. */
export function isNearEndWord(word: string): boolean {
  const at = word.indexOf('=')
  return at > 0 && isNearEnd(word.slice(0, at)) && rangeText(word.slice(at + 1)) !== undefined
}

const MOST_LINES = 200

/** Whether some lines say by names of their own whose addresses they hold. */
export const namesEnds = (whole: string): boolean =>
  whole
    .slice(0, 65_536)
    .split('\n', MOST_LINES)
    .some(
      (line) =>
        /^\s*inet6? [0-9a-f.:]/i.test(line) ||
        isCompanion(nameOfLine(line)) ||
        isException(sectionOf(line) ?? '') ||
        line.split(/\s+/).some(isNearEndWord),
    )

/** The name of a section: `[allow]` of an INI file, or a heading `Allowed:` alone in its line. */
export function sectionOf(line: string): string | undefined {
  const [, section, heading] = /^\[([A-Za-z][\w.-]*)\]$|^([A-Za-z][\w-]*):$/.exec(line.trim()) ?? []
  return section ?? heading
}

const MOST_SEARCHED = 4096

/** The first address among the words of a text, or undefined; versions of programs (`x/1.2.3.4`) are none. */
export function addressAmong(text: string): string | undefined {
  if (!/\d\.\d|::/.test(text)) return undefined
  return text
    .slice(0, MOST_SEARCHED)
    .split(/[\s,;|="'`()[\]<>{}]+/)
    .find(isAddress)
}

function isAddress(word: string): boolean {
  const text = stripped(word, '', '.')
  if (looksLikeAddress(text)) return rangeText(text) !== undefined
  return text.includes('::') && text.length > 2 && rangeText(text) !== undefined
}
