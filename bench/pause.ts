// Writers that are paused for longer than their lease while another one writes, on one server and on two shards: what was acknowledged,
// lost, double or read wrongly.
//   node bench/pause.ts [--rounds N] [--lease MILLISECONDS] [--shards N]
import { parseArgs } from 'node:util'
import { startClickhouse } from '../test/support/clickhouse.ts'
import { serverOptions } from '../test/support/engines.ts'
import { pauseRound } from '../test/support/pause-writers.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { STEPS } from '../test/support/write-steps.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    lease: { type: 'string', default: '800' },
    shards: { type: 'string', default: '2' },
  },
})
const clickhouse = await startClickhouse(Number(values.shards), 1)
const postgres = await startPostgres()
const sum = { rounds: 0, acknowledged: 0, lost: 0, double: 0, readings: 0, wrongReadings: 0, failures: 0 }
for (let round = 0; round < Number(values.rounds); round++) {
  // Every step in turn, and now and then a random moment.
  const step = [...STEPS, undefined][round % (STEPS.length + 1)]
  const servers = serverOptions(clickhouse, `round${round}`)
  const place = { state: { url: await postgres.create() }, servers, lease: Number(values.lease) }
  const report = await pauseRound(place, round, step)
  sum.rounds++
  sum.acknowledged += report.acknowledged
  sum.lost += report.lost.length
  sum.double += report.double.length
  sum.readings += report.readings
  sum.wrongReadings += report.wrongReadings
  sum.failures += report.failures.length
  console.log(JSON.stringify({ step: step ?? 'random', ...sum }))
}
await clickhouse.stop()
await postgres.stop()
