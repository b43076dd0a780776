// Every real web archive, HAR file and aquatone folder beside the checkout, counted reading by reading. The golden counts were
// compared with an independent count of the records; `UPDATE_GOLDEN=1` rewrites them.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Reading } from '../../../src/importer/index.ts'
import { ANCHORS, planInputs } from '../../../src/importer/plan.ts'
import { findFiles } from '../../../src/importer/source/index.ts'
import { complaints } from '../../support/reading.ts'
import { sharedData } from '../../support/shared.ts'

const UPDATE = process.env['UPDATE_GOLDEN'] === '1'
const NOW = Date.UTC(2026, 10, 21)

/** Folders of many thousand pages, which take longer than the others together: `ALL_REAL_FILES=1` reads them too. */
const LARGE = /^(?:amazon|epicgames|pg|visa|yahoo\.com-2019|yahoo)\.|_merged\.jsonl/

type Counts = Record<string, number>

/** The counts of one input, or why it was not read. */
type Outcome = { readonly format: string; readonly counts: Counts; readonly notes?: string[] } | string

function keyOf(reading: Reading): string {
  switch (reading.kind) {
    case 'observation':
      return reading.observation.repeat === true ? 'repeated' : 'observed'
    case 'reject':
      return `rejected: ${reading.reject.reason}`
    case 'probed':
      return `probed: ${reading.probed.state}`
    case 'skip':
      return `skipped: ${reading.reason}`
    case 'note':
      return 'notes'
  }
}

async function countReadings(readings: AsyncIterable<Reading>): Promise<{ counts: Counts; notes: string[] }> {
  const counts: Counts = {}
  const notes: string[] = []
  for await (const reading of readings) {
    expect(complaints([reading])).toEqual([])
    if (reading.kind === 'note') notes.push(reading.text)
    else counts[keyOf(reading)] = (counts[keyOf(reading)] ?? 0) + 1
  }
  return { counts: Object.fromEntries(Object.entries(counts).sort()), notes }
}

async function outcomesOf(path: string): Promise<Record<string, Outcome>> {
  const outcomes: Record<string, Outcome> = {}
  const files = await findFiles([path], ANCHORS)
  for await (const planned of planInputs(files, { port: undefined, fields: undefined, now: NOW })) {
    const name = ('refused' in planned ? planned.name : planned.input.name).slice(path.length + 1) || '.'
    if ('refused' in planned) {
      outcomes[name] = planned.refused.replace(/\(ndjson.*\)$/, '(…)')
      continue
    }
    const { counts, notes } = await countReadings(planned.importer.read(planned.input, planned.options))
    outcomes[name] = { format: planned.importer.name, counts, ...(notes.length > 0 && { notes }) }
  }
  return outcomes
}

describe.each(['warc', 'har', 'aquatone'])('the real files of %s', (kind) => {
  const folder = sharedData(kind)
  const golden = join(import.meta.dirname, `${kind}.golden.json`)
  const all = process.env['ALL_REAL_FILES'] === '1'
  const files = folder === undefined ? [] : readdirSync(folder).filter((file) => all || !LARGE.test(file))

  it.skipIf(files.length === 0)('import with the counts known for each', async () => {
    const known = existsSync(golden) ? (JSON.parse(readFileSync(golden, 'utf8')) as object) : {}
    const found: Record<string, unknown> = {}
    for (const file of files.sort()) found[file] = await outcomesOf(join(folder ?? '', file))
    const merged = { ...known, ...found }
    if (UPDATE) writeFileSync(golden, `${JSON.stringify(merged, undefined, 1)}\n`)
    else expect(merged).toEqual(known)
  })
})
