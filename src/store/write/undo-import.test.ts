// Undoes an import while another process removes its records.
import { describe, expect, it, vi } from 'vitest'
import { asset } from '../../../test/support/asset.ts'
import type { StoreParts } from '../assemble.ts'
import { undoImport } from './undo-import.ts'

/** A store in which each read finds the given number of records, all of which are gone when they are written. */
function finding(...counts: readonly number[]): StoreParts {
  const left = [...counts]
  const record = asset({
    imports: [
      ['a', 1, 1],
      ['b', 1, 1],
    ],
  })
  const parts = {
    view: {
      stream: async function* () {
        const found = left.shift() ?? 0
        if (found > 0) yield Array.from({ length: found }, () => record)
      },
    },
    writer: {
      exclusive: async () => 0,
      append: async () => ({ durable: Promise.resolve({ added: 0, replaced: 0, touched: 0, unchanged: 0 }) }),
      flush: vi.fn(),
    },
  }
  return parts as unknown as StoreParts
}

describe('undoing an import', () => {
  it('continues when the last records were removed after they were read', async () => {
    expect(await undoImport(finding(2, 1, 0), 'a', undefined)).toEqual({ removed: 0, changed: 0 })
  })

  it('fails when the same records cannot be changed twice', async () => {
    await expect(undoImport(finding(2, 2), 'a', undefined)).rejects.toThrow('are the same without it')
  })
})
