// nuclei (projectdiscovery): JSON lines (`-jsonl`), arrays (`-json-export`) and plain lines (`-o`) of findings, under the key names of all versions
// since 2.3. The record is the page or service that a finding was made on.
import type { Stated } from '../../asset/index.ts'
import { readHost } from '../../asset/index.ts'
import {
  type MapContext,
  type Mapped,
  nucleiFinding,
  readMapped,
  readMappedLines,
  rejected,
  serviceOf,
  shareOfLines,
  skipped,
  statedAnswer,
  textAt,
  webPageOf,
} from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Refusal, Sample } from '../importer.ts'
import { asObject, type JsonObject, lookAhead, peekObjects, readPort, readWebAddress } from '../text/index.ts'
import { readLine } from './line.ts'
import { findingsOf, isOfNuclei, isSarif } from './sarif.ts'

/** Templates of these types look at names, files or code, and at no service. */
const WITHOUT_SERVICE = new Set(['dns', 'whois', 'file', 'code', 'offlinehttp', 'headless-offline'])

function* map(record: JsonObject): Generator<Mapped> {
  if ('message' in record) return yield skipped('a message, no finding')
  if (!isFinding(record)) return yield rejected('no `template-id`: not a finding of nuclei')
  const finding = nucleiFinding(record)
  if (finding === undefined) return yield skipped('a template that did not match')
  const type = textAt(record, 'type') ?? ''
  if (WITHOUT_SERVICE.has(type)) return yield skipped(`a finding of the type \`${type}\`, on no service`)
  const matched = textAt(record, 'matched-at') ?? textAt(record, 'matched')
  // The host of the finding may be another service.
  if (matched !== undefined && /^https?:\/\//i.test(matched) && readWebAddress(matched) === undefined)
    return yield rejected('`matched-at` is not a valid web address')
  const target = targetOf(record, matched)
  const facts = {
    address: textAt(record, 'ip'),
    time: textAt(record, 'timestamp'),
    transport: /^udp:/i.test(target ?? '') ? 'udp' : 'tcp',
    stated: statedAnswerOf(record, type),
    findings: [finding],
  }
  if (target !== undefined && readWebAddress(target) !== undefined) return yield webPageOf(target, facts)
  const host = readHost(target ?? '')
  const port = readPort(record['port']) ?? host?.port
  if (port === undefined) return yield skipped('a finding on a host, on no port of it')
  yield serviceOf({ ...facts, name: host?.reached, port })
}

/** A run within a report in SARIF, or a finding by itself. */
function* mapAny(record: JsonObject, { path }: MapContext): Generator<Mapped> {
  if (path !== 'runs') return yield* map(record)
  const findings = findingsOf(record)
  if (findings === undefined) return yield rejected('a run of another tool')
  for (const finding of findings) yield* map(finding)
}

/** Where the match was: a web address, `name:port`, or a name whose port is in `port`. */
function targetOf(record: JsonObject, matched: string | undefined): string | undefined {
  const candidates = [matched, textAt(record, 'url'), textAt(record, 'host')]
  return (
    candidates.find((text) => text !== undefined && readWebAddress(text) !== undefined) ??
    candidates.find((text) => text !== undefined && readHost(text)?.port !== undefined) ??
    textAt(record, 'host') ??
    matched
  )
}

function statedAnswerOf(record: JsonObject, type: string): Stated {
  const response = textAt(record, 'response')
  if (response === undefined) return {}
  // What other types keep there is what nuclei made of the answer.
  return type === 'http' || type === 'tcp' || type === 'network' ? statedAnswer(response) : {}
}

function isFinding(record: JsonObject): boolean {
  return ('template-id' in record || 'templateID' in record) && asObject(record['info']) !== undefined
}

/** A line with a finding: messages alone may be of other tools of projectdiscovery. */
const FOUND =
  /\] (?:\x1b\[[\d;]*m)?\[(?:\x1b\[[\d;]*m)?(?:info|low|medium|high|critical|unknown)(?:\x1b\[[\d;]*m)?\] /i

const LINES = { read: readLine, complaint: 'no line of nuclei', map }

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input)
  if (/^(?:\{|\[\s*[{\]])/.test(start)) yield* readMapped(again, options, ['runs'], mapAny)
  else yield* readMappedLines(again, options, LINES)
}

function detect(sample: Sample): number {
  const [first] = peekObjects(sample)
  if (first !== undefined) return isFinding(first) || (isSarif(first) && isOfNuclei(first)) ? 0.97 : 0
  return shareOfLines(sample, readLine) >= 0.8 && FOUND.test(sample.text) ? 0.96 : 0
}

/** nuclei's findings. */
export const nucleiImporter: Importer = {
  name: 'nuclei',
  label: 'nuclei findings (`nuclei -jsonl`, `-json-export`, `-sarif-export`, or plain lines)',
  detect,
  read,
}

/** Reports of other tools in the same format. */
export const SARIF_REFUSALS: readonly Refusal[] = [
  {
    name: 'a report in SARIF of another tool than nuclei',
    detect: (sample) => {
      const [first] = peekObjects(sample)
      return first !== undefined && isSarif(first) && !isOfNuclei(first) ? 0.95 : 0
    },
    advice: 'it names places in files; import what the scanner writes of hosts and ports',
  },
]
