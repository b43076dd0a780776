// A writer that is paused for longer than its lease while another one writes: nothing acknowledged is lost, nothing is double, and no
// late row shows. `npm run test:long` pauses at every step, bench/pause.ts as often as it is asked to.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StateOptions } from '../../../src/state/index.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../../support/clickhouse.ts'
import { serverOptions } from '../../support/engines.ts'
import { LONG } from '../../support/long.ts'
import { pauseRound } from '../../support/pause-writers.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { STEPS } from '../../support/write-steps.ts'

const ABSENT = NO_CLICKHOUSE ?? NO_POSTGRES
const LEASE = 800
const ALL = [...STEPS, undefined]

describe.skipIf(ABSENT !== undefined).each([
  ['one server', 1, LONG ? ALL : (['commit'] as const)],
  ['two shards', 2, LONG ? ALL : (['committed'] as const)],
] as const)(`writers on %s${ABSENT === undefined ? '' : ` (${ABSENT})`}`, (_, shards, steps) => {
  let clickhouse: Clickhouse
  let postgres: PostgresServer
  let rounds = 0
  const place = async () => {
    const state: StateOptions = { url: await postgres.create() }
    return { state, servers: serverOptions(clickhouse, `pause${++rounds}`), lease: LEASE }
  }
  beforeAll(async () => {
    clickhouse = await startClickhouse(shards, 1)
    postgres = await startPostgres()
  })
  afterAll(async () => {
    await clickhouse?.stop()
    await postgres?.stop()
  })

  it.each(steps)(
    'lose nothing when one is paused at %s',
    async (step) => {
      const report = await pauseRound(await place(), rounds, step)
      expect(report).toMatchObject({ lost: [], double: [], wrongReadings: 0 })
      expect(report.acknowledged).toBeGreaterThan(200)
      expect(report.readings).toBeGreaterThan(1)
    },
    120_000,
  )
})
