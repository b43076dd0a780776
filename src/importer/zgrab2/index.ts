// zgrab2: one JSON object per line and target, its modules' answers under `data`. Pretty-printed objects are taken too.
// Layout read in zmap/zgrab2 processing.go, module.go and status.go.
import {
  type MapContext,
  type Mapped,
  objectAt,
  reachedBy,
  readMapped,
  rejected,
  skipped,
  textAt,
} from '../fact/index.ts'
import type { Importer, Sample } from '../importer.ts'
import { type Json, type JsonObject, peekObjects, readPort, readTime } from '../text/index.ts'
import type { Answer } from './answer.ts'
import { mapBanner } from './banner.ts'
import { mapHttp } from './http.ts'

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

/** Maps one line. */
function* mapGrab(value: Json, { options }: MapContext): Generator<Mapped> {
  const data = objectAt(value, 'data')
  if (data === undefined) return yield rejected('no object `data`: not a line of zgrab2')
  const ip = textAt(value, 'ip')
  const domain = textAt(value, 'domain')
  if (reachedBy(domain, ip) === undefined) return yield rejected('neither `ip` nor `domain` names the target')
  const own = readPort(objectAt(value)?.['port'])
  const ownTime = readTime(objectAt(value)?.['timestamp'])
  let answers = 0
  for (const key in data) {
    answers++
    const answer = data[key]
    const module = (textAt(answer, 'protocol') ?? key).toLowerCase()
    const result = objectAt(answer, 'result')
    if (result === undefined || !saysSomething(result)) {
      yield skipped(`no answer (${textAt(answer, 'status') ?? 'no status'})`)
      continue
    }
    const port =
      readPort(objectAt(answer)?.['port']) ?? own ?? portInError(textAt(answer, 'error'), ip ?? domain)
    const time = readTime(objectAt(answer)?.['timestamp']) ?? ownTime
    const grab: Answer = { ip, domain, module, result, time, port, fallback: options.port }
    yield* module === 'http' ? mapHttp(grab) : mapBanner(grab)
  }
  if (answers === 0) yield skipped('no module ran')
}

/** Whether a result holds anything beyond empty texts and objects. */
function saysSomething(result: JsonObject): boolean {
  return Object.values(result).some(
    (value) =>
      value !== undefined &&
      value !== null &&
      value !== '' &&
      value !== false &&
      !(typeof value === 'object' && Object.keys(value).length === 0),
  )
}

/** `dial tcp 192.0.2.1:8080: …` and `read tcp 10.0.0.1:40000->192.0.2.1:8080: …` name the port where nothing else does. */
function portInError(error: string | undefined, target: string | undefined): number | undefined {
  if (error === undefined || target === undefined) return undefined
  const match = /\b(?:tcp|udp)[46]? (?:\S{1,60}->|:0->)?\[?([^\s\]]{1,300}?)\]?:(\d{1,5})(?![\d.])/.exec(
    error.slice(0, 2000),
  )
  return match?.[1] === target ? readPort(match[2]) : undefined
}
