// What the hash of a part covers.
import { describe, expect, it } from 'vitest'
import { observed } from '../../test/support/observed.ts'
import { fingerprint } from './fingerprint.ts'
import { type Asset, columnRow, measureAgain, merge, withoutImport } from './index.ts'
import { columnsOfPart, type Part } from './part.ts'
import { measure } from './part-state.ts'

/** The hash that version 6 of the schema stored. */
function hashOfVersion6(asset: Asset, part: Part): string {
  const columns = columnsOfPart(part).filter((column) => (columnRow(column).since ?? 1) < 7)
  const values = columns.map((column) => [asset[column], asset.stated.includes(column) ? 1 : 0])
  return fingerprint(JSON.stringify(values))
}

/** The record as version 6 stored it. */
function ofVersion6(asset: Asset): Asset {
  const states = JSON.parse(asset.parts) as Record<Part, readonly unknown[]>
  const entries = Object.entries(states).map(([part, [, ...rest]]) => [
    part,
    [hashOfVersion6(asset, part as Part), ...rest],
  ])
  return { ...asset, parts: JSON.stringify(Object.fromEntries(entries)) }
}

const CONTENT: Partial<Asset> = {
  ...{ title: 'x', body: '<script src="a.js"></script>', tls_ja4s: 'j', cname: ['a.example.net'] },
  stated: ['body', 'cname', 'title', 'tls_ja4s'],
}
const DERIVED: Partial<Asset> = { js_name: ['a.js'], cname_domain: ['example.net'] }

function seenBy(importId: string, time: number, more: Partial<Asset>): Asset {
  return observed({
    ...{ firstseen: time, lastupdatetime: time, content_time: time, content_import: importId },
    ...{ imports: [[importId, time, time]], parts: '' },
    ...more,
  })
}

describe('the hash of a part', () => {
  it('equals that of version 6 when later columns are empty or derived from the others', () => {
    for (const more of [CONTENT, { ...CONTENT, ...DERIVED }])
      for (const part of ['response', 'tls', 'cname', 'ssh', 'fid', 'scripts', 'banner'] as const) {
        const record = seenBy('a', 10, more)
        expect(measure(record, part).hash).toBe(hashOfVersion6(record, part))
      }
  })

  it('covers later columns that a source stated', () => {
    const plain = seenBy('a', 10, CONTENT)
    const more = seenBy('a', 10, { ...CONTENT, tls_ja4x: 'x', cert_key_sha256: '0f' })
    expect(measure(more, 'tls').hash).not.toBe(measure(plain, 'tls').hash)
    const stated = { ...plain, js_name: ['a.js'], stated: [...plain.stated, 'js_name' as const] }
    expect(measure(stated, 'response').hash).not.toBe(measure(plain, 'response').hash)
  })
})

describe('a record that version 6 stored', () => {
  const stored = ofVersion6(seenBy('a', 10, CONTENT))

  it('keeps content that a later import also observed, when that import is undone', () => {
    const both = merge(stored, seenBy('b', 20, { ...CONTENT, ...DERIVED }))
    expect(withoutImport(both, 'b')).toMatchObject({ title: 'x', content_import: 'a', content_time: 10 })
  })

  it('is unchanged after the same import, and when it is measured again', () => {
    expect(measureAgain(stored).parts).toBe(stored.parts)
    expect(merge(stored, seenBy('a', 10, CONTENT))).toEqual(stored)
  })
})
