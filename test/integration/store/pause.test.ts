// A writer that is paused for longer than its lease while another one writes: nothing acknowledged is lost, nothing is double, and no
// late row shows. The long form is bench/pause.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StateOptions } from '../../../src/state/index.ts'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../../support/clickhouse.ts'
import { serverOptions } from '../../support/engines.ts'
import { pauseRound } from '../../support/pause-writers.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../../support/postgres.ts'

// Eight rounds take minutes: they run when PERIPLUS_TEST_LONG is set.
const SHORT = process.env['PERIPLUS_TEST_LONG'] ? undefined : 'takes minutes, runs with PERIPLUS_TEST_LONG=1'
const ABSENT = NO_CLICKHOUSE ?? NO_POSTGRES ?? SHORT
const LEASE = 800

describe.skipIf(ABSENT !== undefined).each([
  ['one server', 1],
  ['two shards', 2],
])(`writers on %s${ABSENT === undefined ? '' : ` (${ABSENT})`}`, (_, shards) => {
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
  }, 90_000)
  afterAll(async () => {
    await clickhouse?.stop()
    await postgres?.stop()
  })

  it.each(['begun', 'commit', 'committed', undefined] as const)(
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
