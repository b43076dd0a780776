// zgrab2: one JSON object per line and target, its modules' answers under `data`. Pretty-printed objects are taken too.
// Layout read in zmap/zgrab2 processing.go, module.go and status.go.
import { objectAt, readMapped, textAt } from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type JsonObject, peekObjects } from '../text/index.ts'
import { mapGrab } from './grab.ts'

/** Statuses of status.go, which together with the layout are unmistakable. */
const STATUS =
  /^(success|connection-(refused|timeout|closed)|io-timeout|handshake-error|post-tls-application-error|protocol-error|application-error|invalid-inputs|blocklisted-target|unknown-error)$/

function looksLikeGrab(record: JsonObject): boolean {
  const data = objectAt(record, 'data')
  if (data === undefined || !('ip' in record || 'domain' in record)) return false
  return Object.values(data).some(
    (answer) =>
      STATUS.test(textAt(answer, 'status') ?? '') &&
      (textAt(answer, 'protocol') !== undefined || objectAt(answer, 'result') !== undefined),
  )
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  return first !== undefined && looksLikeGrab(first) ? 0.97 : 0
}

/** zgrab2's output. */
export const zgrab2Importer: Importer = {
  name: 'zgrab2',
  label: 'zgrab2 output (`zgrab2 http -o FILE`)',
  detect,
  read: (input, options) => readMapped(input, options, [], mapGrab),
}
