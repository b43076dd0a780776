// Generated pages say what the program's tables say.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GENERATED } from '../../scripts/docs.ts'

const root = resolve(import.meta.dirname, '../..')

describe('generated pages', () => {
  it.each(Object.entries(GENERATED))('%s is in step; `node scripts/docs.ts` writes it', (path, generate) => {
    const file = join(root, path)
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(generate())
  })
})
