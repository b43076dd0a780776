// Whoever changes what columns are derived from, or a rule, adds a line to CHANGES of src/enrich/derivation-version.ts: without it stored records
// keep the old values. The golden file has a checksum of each derivation over fixed records, and the number of lines it was made with.
// `UPDATE_GOLDEN=1` rewrites it when the line is there.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Asset, COLUMNS, columnRow } from '../../src/asset/index.ts'
import { generateObservations } from '../support/generated/index.ts'
import { STORED_DERIVATIONS, type StoredDerivation } from '../../src/enrich/derive-again.ts'
import { DERIVATION_VERSION, derivationsSince } from '../../src/enrich/index.ts'
import { createRecognise, exampleRecord, readLibrary } from '../../src/rule/index.ts'
import { derivedRecords } from '../support/derived-records.ts'
import { assetOf } from '../support/enriched.ts'

interface Golden {
  readonly version: number
  readonly checksums: Readonly<Record<StoredDerivation, string>>
}

const path = join(import.meta.dirname, '../fixtures/derivations.golden.json')
const golden = JSON.parse(readFileSync(path, 'utf8')) as Golden

const generated = generateObservations({ seed: 3, count: 400, now: Date.UTC(2026, 0, 1), bodyLength: 300 })
const records: readonly Asset[] = [...derivedRecords, ...[...generated].map((one) => assetOf(one))]

/** What every rule finds in the first of its own examples. */
function foundByRules(): readonly unknown[] {
  const library = readLibrary()
  const recognise = createRecognise(library)
  return library.map(({ match: [example = {}] }) => recognise(exampleRecord(example)))
}

function checksumOf(derivation: StoredDerivation): string {
  const columns = COLUMNS.filter((column) => columnRow(column).derived === derivation)
  const values = records.map((record) => columns.map((column) => record[column]))
  const found = derivation === 'recognition' ? foundByRules() : []
  return createHash('sha256')
    .update(JSON.stringify([columns, values, found]))
    .digest('hex')
    .slice(0, 16)
}

const checksums = Object.fromEntries(STORED_DERIVATIONS.map((name) => [name, checksumOf(name)]))
const changed = STORED_DERIVATIONS.filter((name) => checksums[name] !== golden.checksums[name])

it('has a line for every derivation that changed, so that stored records are derived again', () => {
  const noted = derivationsSince(golden.version)
  const forgotten = changed.filter((name) => !noted.includes(name))
  expect(forgotten, 'add a line with these to CHANGES of src/enrich/derivation-version.ts').toEqual([])
})

it('is in step with its golden file', () => {
  const missing = changed.some((name) => !derivationsSince(golden.version).includes(name))
  const current = { version: DERIVATION_VERSION, checksums }
  if (process.env['UPDATE_GOLDEN'] === '1' && !missing)
    writeFileSync(path, `${JSON.stringify(current, null, 2)}\n`)
  else expect(current, 'run it with UPDATE_GOLDEN=1').toEqual(golden)
})
