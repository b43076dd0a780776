import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { killImports } from '../support/kill-imports.ts'

const directory = mkdtempSync(join(tmpdir(), 'periplus-killed-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it('a server killed at random moments of an import loses nothing and doubles nothing', {
  timeout: 300_000,
}, async () => {
  const report = await killImports(directory, 12_000, 3, 2000)
  expect(report.kills).toBe(3)
  expect(report.total).toBe(report.expected)
  expect(report.rows).toBe(report.expected)
  expect(report.distinct).toBe(report.expected)
})
