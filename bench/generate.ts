// Writes generated records as our own NDJSON:
//   node bench/generate.ts --count N --out FILE [--seed S] [--from NUMBER] [--now TIME] [--body CHARACTERS]
// The same seed and time give the same bytes. FILE `-` is standard output.
import { closeSync, openSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { BENCHMARK_BODY_LENGTH, generateObservations, toRecord } from '../test/support/generated/index.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    out: { type: 'string', default: '-' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    now: { type: 'string', default: '2026-11-20T00:00:00Z' },
    body: { type: 'string', default: String(BENCHMARK_BODY_LENGTH) },
  },
})

const CHUNK = 1 << 20

function wholeNumber(name: 'count' | 'seed' | 'from' | 'body'): number {
  const number = Number(values[name])
  if (Number.isSafeInteger(number) && number >= 0) return number
  throw new Error(`--${name}: \`${values[name]}\` is not a whole number from 0`)
}

function writeAll(target: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at)
}

function writeRecords(target: number): { readonly records: number; readonly bytes: number } {
  const count = wholeNumber('count')
  const options = { seed: wholeNumber('seed'), count, from: wholeNumber('from'), now: Date.parse(values.now) }
  let chunk = ''
  let bytes = 0
  for (const observation of generateObservations({ ...options, bodyLength: wholeNumber('body') })) {
    chunk += `${JSON.stringify(toRecord(observation))}\n`
    if (chunk.length < CHUNK) continue
    writeAll(target, chunk)
    bytes += chunk.length
    chunk = ''
  }
  writeAll(target, chunk)
  return { records: count, bytes: bytes + chunk.length }
}

const started = performance.now()
const target = values.out === '-' ? 1 : openSync(values.out, 'w')
const { records, bytes } = writeRecords(target)
if (target !== 1) closeSync(target)
const seconds = (performance.now() - started) / 1000
process.stderr.write(
  `${records} records, ${Math.round(bytes / records)} characters each, ${Math.round(records / seconds)} per second\n`,
)
