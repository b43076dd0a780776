// What the words of lines without a reader of their own mean: rules that let addresses in or keep them out, two addresses with `to` between.
import type { FeedSink, FeedText } from '../feed.ts'
import { leadOf } from './phrase.ts'

const LETS_IN =
  /\b(?:ACCEPT|OK|PASS|RELAY|DUNNO|(?:ALLOW|PERMIT)(?:S|ED)?|UNBAN|Unban|^\s*(?:withdraw|remove|del|delete)|(?:allow|permit)(?:s|ed)?)\b/
const KEEPS_OUT =
  /\b(?:DROP|DISCARD|BAN|Ban|DEN(?:Y|IED)|(?:BLOCK|REJECT)(?:S|ED)?|drop|deny|denied|(?:block|reject)(?:s|ed)?|^\s*(?:announce|add))\b/

const IN =
  /^(?:accept|ok|pass|relay|dunno|(?:allow|permit)(?:s|ed)?|unban(?:ned)?|trust(?:ed)?|(?:white|allow)_?list(?:ed)?)$/i
const OUT =
  /^(?:drop|discard|ban(?:ned)?|den(?:y|ied)|(?:block|reject)(?:s|ed)?|(?:black|block|deny)_?list(?:ed)?)$/i

/** Whether a cell is a verdict that lets addresses in. */
export const letsIn = (cell: string): boolean => IN.test(cell)

/** Whether a cell is a verdict that keeps addresses out. */
export const keepsOut = (cell: string): boolean => OUT.test(cell)

/** Says so where a list has lines of both kinds: all of them are read alike. */
export function guessSense({ head }: FeedText, sink: FeedSink): void {
  const lines = head.split('\n').filter((line) => !/^\s*[#;]/.test(line))
  const inside = lines.findIndex((line) => LETS_IN.test(line) && !KEEPS_OUT.test(line))
  const outside = lines.some((line) => KEEPS_OUT.test(line) && !LETS_IN.test(line))
  if (inside < 0 || !outside) return
  const line = lines[inside]?.trim().slice(0, 60) ?? ''
  sink.guess(`lines that let addresses in (\`${line}\`) are read like those that keep them out`)
}

const MOST_LINES = 400

/** Says so where words before two addresses make them the ends of a range: they may be those of a connection. */
export function guessSpan({ head }: FeedText, sink: FeedSink): void {
  for (const line of head.split('\n', MOST_LINES)) {
    const words = line.trim().split(/\s+/)
    const at = words.findIndex((word, index) => index > 1 && /^(?:to|through)$/i.test(word))
    const span = at < 0 ? undefined : leadOf(words.slice(at - 1, at + 2))
    if (span?.words !== 3) continue
    sink.guess(`\`${words.slice(at - 1, at + 2).join(' ')}\` is read as a range`)
    return
  }
}

/** Types of attributes whose value is an address or holds one (MISP, MISP objects, OpenCTI, TAXII). */
const OF_ADDRESSES = /ip|addr|net|cidr|subnet|domain|host|url|uri|link-local|as$/i
/** Types of attributes that describe: a link in a report is not an indicator. */
const DESCRIBES =
  /^(?:link|text|comment|other|report|attachment|malware-sample|float|counter|datetime|boolean|vulnerability|weakness|email-(?:body|subject|header)|yara|snort|bro|zeek|sigma|pattern-in-\S+|user-agent|campaign-\S+|target-\S+)$/i

/** Whether a type is one of values that describe, in which an address is none of the list. */
export const describesOnly = (type: string): boolean =>
  DESCRIBES.test(type) && (!OF_ADDRESSES.test(type) || /^link$/i.test(type))
