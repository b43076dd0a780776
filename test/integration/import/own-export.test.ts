// What `periplus export` writes, `periplus import` reads back, byte for byte.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CATALOGUE, printValue } from '../../../src/field/index.ts'
import { detectFormat, IMPORTERS, importerNamed, makeSample, REFUSALS } from '../../../src/importer/index.ts'
import { rowWriter } from '../../../src/service/export/index.ts'
import { memoryInput, readAll } from '../../support/importer.ts'
import { VARIED_ASSETS } from '../../support/varied-assets.ts'

const TEXTS = ['title', 'header', 'body', 'banner', 'cert', 'server', 'os', 'structinfo'] as const
const NAMES = ['host', 'ip', 'port', 'base_protocol', ...TEXTS]

function written(
  format: 'csv' | 'ndjson',
  rows: readonly (readonly string[])[],
  names: readonly string[],
): Buffer {
  const writer = rowWriter(format, names)
  return Buffer.from(writer.head + rows.map(writer.row).join('') + writer.tail)
}

describe.each(['csv', 'ndjson'] as const)('an export as %s', (format) => {
  it('keeps every text, whatever it holds', async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('=', "'", '"', ',', '\r', '\n', '\t', '-', ' ', '\\'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
    })
    const row = fc.tuple(...TEXTS.map(() => text))
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 99 }),
        async (rows, chunk) => {
          const whole = rows.map((texts) => [
            '192.0.2.1:81',
            '192.0.2.1',
            '81',
            'tcp',
            ...texts.map((value) => value.replaceAll('\0', '')),
          ])
          const readings = await readAll(
            importerNamed(format),
            memoryInput('x', written(format, whole, NAMES), chunk),
          )
          const back = readings.map((reading) => {
            if (reading.kind !== 'observation') return reading
            return TEXTS.map((name) => reading.observation.stated[name])
          })
          expect(back).toEqual(whole.map((values) => values.slice(4)))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('of all fields of varied records is recognised, and nothing of it is rejected', async () => {
    const fields = CATALOGUE.filter((field) => field.select !== 'never')
    const names = fields.map((field) => field.name)
    const assets = VARIED_ASSETS
    const rows = assets.map((asset) => fields.map((field) => printValue(asset, field, 0)))
    const bytes = written(format, rows, names)
    const detection = detectFormat(makeSample('x', bytes, true), IMPORTERS, REFUSALS)
    expect(detection).toMatchObject({ kind: 'importer', importer: { name: format } })
    const readings = await readAll(importerNamed(format), memoryInput('x', bytes))
    expect(readings.filter((reading) => reading.kind !== 'observation')).toEqual([])
    expect(readings).toHaveLength(assets.length)
  })
})
