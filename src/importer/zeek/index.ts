// Zeek: its logs `conn`, `http`, `ssl`, `ssh`, `known_services`, `known_certs` and `software`, tab-separated or JSON. A passive view:
// each line says that a service was there, none that it is gone.
import { type Mapped, readMapped } from '../fact/index.ts'
import type { Importer, Input, Reading, ReadOptions, Sample } from '../importer.ts'
import { lookAhead, peekObjects, readLines, reject, type JsonObject } from '../text/index.ts'
import { LogLines } from './log.ts'
import { KINDS, kindOf, mapRecord } from './record.ts'

/** JSON that another program put into a list, or printed over several lines. */
const REPRINTED = /^(?:\[|\{\s*\n)/

function* mapValue(record: JsonObject): Generator<Mapped> {
  yield mapRecord(record)
}

async function* read(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const { start, input: again } = await lookAhead(input, 1024)
  if (REPRINTED.test(start)) yield* readMapped(again, options, [], mapValue)
  else yield* readLog(again, options)
}

async function* readLog(input: Input, options: ReadOptions): AsyncGenerator<Reading> {
  const log = new LogLines()
  for await (const line of readLines(input.bytes, options)) {
    if (line.kind === 'reject') {
      yield line
      continue
    }
    const record = log.read(line.text)
    if (record === undefined) continue
    const mapped =
      typeof record === 'string' ? ({ kind: 'reject', reason: record } as const) : mapRecord(record)
    if (mapped.kind === 'reject') yield reject(line.line, mapped.reason, line.text)
    else yield { ...mapped, line: line.line }
  }
}

function detect(sample: Sample): number {
  const path = /^#path[^\w\n](\S+)/m.exec(sample.text.slice(0, 4096))?.[1]
  if (path !== undefined)
    return /^#fields[^\w\n]/m.test(sample.text.slice(0, 8192)) && KINDS.some((kind) => kind === path)
      ? 0.98
      : 0
  const [first] = peekObjects(sample)
  if (first === undefined || !('ts' in first)) return 0
  return kindOf(first) === undefined ? 0 : 0.97
}

/** Zeek's logs. */
export const zeekImporter: Importer = {
  name: 'zeek',
  label: 'Zeek logs (`conn`, `http`, `ssl`, `ssh`, `known_services`, `known_certs`, `software`; TSV or JSON)',
  detect,
  read,
}
