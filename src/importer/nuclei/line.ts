// Lines that nuclei prints without `-jsonl`: `[template:matcher] [type] [severity] where ["extracted"]`. Layout read in
// projectdiscovery/nuclei pkg/output/format_screen.go.
import type { JsonObject } from '../text/index.ts'

const LINE =
  /^(?:\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] )?\[([\w.-]{1,200})(?::([^\]]{1,200}))?\] \[([a-z]{2,20})\] \[(info|low|medium|high|critical|unknown)\] (\S{1,4096})(.*)$/is

/** A line as the JSON has it; undefined for any other. */
export function readLine(line: string): JsonObject | undefined {
  const text = line.replace(/\x1b\[[\d;]*m/g, '').trimEnd()
  const [, time, id, matcher, type = '', severity = '', where = '', rest = ''] =
    text.length > 65_536 ? [] : (LINE.exec(text) ?? [])
  if (id === undefined) return isMessage(text) ? { message: text } : undefined
  const extracted = / \[(".*")\]/s.exec(rest)?.[1]
  return {
    ...{ 'template-id': id, type: type.toLowerCase(), 'matched-at': where, info: { name: id, severity } },
    ...(time !== undefined && { timestamp: time }),
    ...(matcher !== undefined && { 'matcher-name': matcher }),
    ...(extracted !== undefined && { 'extracted-results': [extracted] }),
    ...(/^CVE-/i.test(id) && { info: { name: id, severity, classification: { 'cve-id': id } } }),
  }
}

/** What it says of itself on a terminal. */
function isMessage(text: string): boolean {
  return /^\[(?:INF|WRN|ERR|VER|DBG|FTL)\] /.test(text)
}
