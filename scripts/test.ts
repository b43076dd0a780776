// Runs every test and ends with the one line that says how many passed and failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = mkdtempSync(join(tmpdir(), 'periplus-test-'))
const report = join(directory, 'report.json')
const vitest = new URL('../node_modules/vitest/vitest.mjs', import.meta.url).pathname
const args = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]
const run = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit' })

interface Report {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
let passed = 0
let failed = 1
let skipped = 0
try {
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report
  // A file that could not be loaded holds no test of its own and still is a failure.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  passed = result.numPassedTests
  failed = result.numFailedTests + broken.length
  skipped = result.numPendingTests
} catch {
  console.error('the test runner left no report')
}
rmSync(directory, { recursive: true, force: true })
if (run.status !== 0 && failed === 0) failed = 1
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
