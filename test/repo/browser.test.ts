// The language runs in the page, too: it and its dependencies use nothing that only Node.js has.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = resolve(import.meta.dirname, '../../src')

describe('browser-safe modules', () => {
  it.each(['util', 'error', 'asset', 'field', 'query', 'translate'])(
    'src/%s imports no module of Node.js and uses none of its globals',
    (folder) => {
      const files = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))) {
        const text = readFileSync(join(source, folder, file), 'utf8')
        expect([file, /from 'node:|\b(?:Buffer|process|require|__dirname)\b[.(]/.exec(text)?.[0]]).toEqual([
          file,
          undefined,
        ])
      }
    },
  )
})
