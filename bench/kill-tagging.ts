// Kills a server at random moments of tagging tasks and says whether each ended, once and with the right file:
//   node bench/kill-tagging.ts [--kills 20] [--lines 10000] [--longest 1000]
import { parseArgs } from 'node:util'
import { killTagging } from '../test/support/kill-tagging.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    lines: { type: 'string', default: '10000' },
    longest: { type: 'string', default: '1000' },
  },
})
const lines = Number(values.lines)
const report = await killTagging(Number(values.kills), lines, Number(values.longest))
console.log(JSON.stringify(report))
const whole = report.right === report.tasks && report.used === report.tasks * lines
console.log(whole ? 'every task ended once, with the right file' : 'A TASK WAS LOST, WRONG OR COUNTED TWICE')
process.exitCode = whole ? 0 : 1
