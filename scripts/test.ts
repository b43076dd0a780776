// Runs every test and ends with the one line that says how many passed and failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

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
  testResults: { name: string; status: string; assertionResults: Test[] }[]
}
interface Test {
  ancestorTitles: string[]
  title: string
  status: string
}

/** Why a test was skipped: what its title, or one above it, says in parentheses; else the file it is in. */
function reasonOf({ ancestorTitles, title }: Test, file: string): string {
  const reasons = [...ancestorTitles, title].map((text) => /\((?:skipped: )?(.*)\)$/.exec(text)?.[1])
  return reasons.find((reason) => reason !== undefined) ?? relative(process.cwd(), file)
}

function skipReasons({ testResults }: Report): ReadonlyMap<string, number> {
  const reasons = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map((test) => reasonOf(test, name)),
  )
  const counts = Map.groupBy(reasons, (reason) => reason)
  return new Map([...counts].map(([reason, { length }]) => [reason, length]))
}

let passed = 0
let failed = 1
let skipped = 0
let reasons: ReadonlyMap<string, number> = new Map()
try {
  const result = JSON.parse(readFileSync(report, 'utf8')) as Report
  // A file that could not be loaded holds no test of its own and still is a failure.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  passed = result.numPassedTests
  failed = result.numFailedTests + broken.length
  skipped = result.numPendingTests
  reasons = skipReasons(result)
} catch {
  console.error('the test runner left no report')
}
rmSync(directory, { recursive: true, force: true })
if (run.status !== 0 && failed === 0) failed = 1
const most = [...reasons].sort(([, one], [, other]) => other - one)
for (const [reason, count] of most) console.log(`${count} skipped: ${reason}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1
