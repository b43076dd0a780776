// Kills a server at random moments of imports and says what was lost or double:
//   node bench/kill.ts [--kills 20] [--count 200000] [--longest 8000]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killImports } from '../test/support/kill-imports.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    count: { type: 'string', default: '200000' },
    longest: { type: 'string', default: '8000' },
  },
})
const directory = mkdtempSync(join(tmpdir(), 'periplus-kill-'))
const report = await killImports(
  directory,
  Number(values.count),
  Number(values.kills),
  Number(values.longest),
)
rmSync(directory, { recursive: true, force: true })
console.log(JSON.stringify(report))
const whole =
  report.total === report.expected && report.distinct === report.expected && report.rows === report.expected
console.log(whole ? 'nothing lost, nothing double' : 'RECORDS WERE LOST OR DOUBLED')
process.exitCode = whole ? 0 : 1
