// Rules of programs that have no reader of their own: whether some let addresses in and others keep them out.
import type { FeedSink, FeedText } from '../feed.ts'

const LETS_IN =
  /\b(?:ACCEPT|OK|PASS|RELAY|DUNNO|(?:ALLOW|PERMIT)(?:S|ED)?|UNBAN|Unban|(?:allow|permit)(?:s|ed)?)\b/
const KEEPS_OUT =
  /\b(?:DROP|DISCARD|BAN|Ban|DEN(?:Y|IED)|(?:BLOCK|REJECT)(?:S|ED)?|drop|deny|denied|(?:block|reject)(?:s|ed)?)\b/

/** Says so where a list has lines of both kinds: all of them are read alike. */
export function guessSense({ head }: FeedText, sink: FeedSink): void {
  const lines = head.split('\n').filter((line) => !/^\s*[#;]/.test(line))
  const inside = lines.findIndex((line) => LETS_IN.test(line) && !KEEPS_OUT.test(line))
  const outside = lines.some((line) => KEEPS_OUT.test(line) && !LETS_IN.test(line))
  if (inside < 0 || !outside) return
  const line = lines[inside]?.trim().slice(0, 60) ?? ''
  sink.guess(`lines that let addresses in (\`${line}\`) are read like those that keep them out`)
}
