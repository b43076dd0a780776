import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COLUMNS, columnRow } from '../../asset/index.ts'
import { MIGRATIONS, refuseNewer, SCHEMA_VERSION } from './index.ts'
import { ALONE } from './migrations.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-schema-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('a data directory', () => {
  it('that is new or of this version is accepted', () => {
    expect(() => refuseNewer(directory)).not.toThrow()
    writeFileSync(join(directory, 'schema.json'), JSON.stringify({ version: SCHEMA_VERSION }))
    expect(() => refuseNewer(directory)).not.toThrow()
  })

  it.each([
    [
      '{"version":99}',
      /was written by a newer version \(schema 99, .*use that version, or another directory$/,
    ],
    ['{"version":"1"}', /does not name a schema version; restore/],
    ['', /does not name a schema version; restore/],
    ['null', /does not name a schema version; restore/],
    ['{"vers', /does not name a schema version; restore/],
  ])('whose schema.json holds `%s` is refused with advice', (text, message) => {
    writeFileSync(join(directory, 'schema.json'), text)
    expect(() => refuseNewer(directory)).toThrow(message)
  })
})

describe('the migrations', () => {
  it('have statements for every version, so that no column names one that was left out', () => {
    const empty = MIGRATIONS.flatMap((step, index) => (step(ALONE).length === 0 ? [index + 1] : []))
    expect(empty).toEqual([])
  })

  it('add each column in the version that its row names', () => {
    const wrong = COLUMNS.filter((column) => {
      const { since = 1, engine } = columnRow(column)
      return !MIGRATIONS[since - 1]?.(ALONE).join('\n').includes(`${column} ${engine}`)
    })
    expect(wrong).toEqual([])
  })
})
