import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { firstReason } from './first-reason.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-reason-'))
const path = join(directory, 'rejects.ndjson')
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('firstReason', () => {
  it('finds the reason of the first line, whatever the reason and the text are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (reason, text) => {
        const head = { file: 'a.txt', format: 'zmap', time: 't', line: 1 }
        writeFileSync(path, `${JSON.stringify({ ...head, reason, text })}\n{"reason":"second"}\n`)
        expect(firstReason(path)).toBe(reason)
      }),
    )
  })

  it('finds nothing where the line begins otherwise, and does not read far', () => {
    writeFileSync(path, `{"file":"${'a'.repeat(100_000)}","reason":"far"}\n`)
    expect(firstReason(path)).toBeUndefined()
    writeFileSync(path, '')
    expect(firstReason(path)).toBeUndefined()
  })
})
