// `periplus migrate`, `backup` and `restore` between a data directory and real ClickHouse servers.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Clickhouse, NO_CLICKHOUSE, startClickhouse } from '../support/clickhouse.ts'
import { Processes } from '../support/serve.ts'

const RECORDS = 3000

const processes = new Processes()
afterEach(() => processes.clean())

/** The first page, the total, and what an export of everything holds. */
async function contentOf(data: string, environment: Record<string, string> = {}): Promise<unknown> {
  const fields = 'host,ip,port,title,body,lastupdatetime'
  const page = await processes.outputOf(
    ['search', 'title="page"', '--full', '--json', '--data', data],
    environment,
  )
  const rows = await processes.outputOf(
    ['export', 'port!="0"', '--full', '--fields', fields, '--format', 'ndjson', '--data', data],
    environment,
  )
  return { page: JSON.parse(page), rows }
}

/** A data directory with records of which some replaced older ones. */
async function filled(): Promise<string> {
  const data = processes.newData()
  mkdirSync(join(data, '..'), { recursive: true })
  const line = (index: number, title: string, day: number) =>
    JSON.stringify({
      ...{
        host: `198.18.${index >> 8}.${index & 255}:80`,
        ip: `198.18.${index >> 8}.${index & 255}`,
        port: 80,
      },
      ...{ title, body: `it's \\ "☃" ${index}`, lastupdatetime: 1_750_000_000 + day * 86_400 + index * 60 },
    })
  const scans = [0, 1].map((day) => {
    const path = join(data, '..', `scan${day}.ndjson`)
    const count = day === 0 ? RECORDS : RECORDS / 3
    writeFileSync(
      path,
      Array.from({ length: count }, (_, index) => line(index, `page ${index} of ${day}`, day)).join('\n'),
    )
    return path
  })
  for (const scan of [scans[1] ?? '', scans[0] ?? ''])
    await processes.outputOf(['import', scan, '--data', data])
  return data
}

interface Summary {
  readonly records: number
  readonly skipped: number
}

const reason = NO_CLICKHOUSE === undefined ? '' : ` (skipped: ${NO_CLICKHOUSE})`
describe.skipIf(NO_CLICKHOUSE !== undefined)(`records that move${reason}`, () => {
  let servers: Clickhouse
  beforeAll(async () => {
    servers = await startClickhouse(2, 1)
  })
  afterAll(() => servers?.stop())

  it('to a cluster and back are the same, and a repeat copies nothing', async () => {
    const data = await filled()
    const wanted = await contentOf(data)
    const to = ['--to', servers.url('moved'), '--cluster', servers.cluster]
    const first = JSON.parse(
      await processes.outputOf(['migrate', ...to, '--json', '--data', data]),
    ) as Summary
    expect(first).toMatchObject({ records: RECORDS, skipped: 0 })
    const there = { PERIPLUS_STORE_URL: servers.url('moved'), PERIPLUS_STORE_CLUSTER: servers.cluster }
    expect(await contentOf(data, there)).toEqual(wanted)
    await expect(processes.outputOf(['migrate', ...to, '--data', data])).rejects.toThrow('--continue')
    await expect(processes.outputOf(['migrate', '--to', 'servers', '--data', data], there)).rejects.toThrow(
      '--continue',
    )
    await expect(processes.outputOf(['migrate', '--to', 'servers', '--data', data])).rejects.toThrow(
      'needs the setting store.url',
    )
    expect(
      JSON.parse(await processes.outputOf(['migrate', ...to, '--continue', '--json', '--data', data])),
    ).toMatchObject({
      records: RECORDS,
      skipped: RECORDS,
    })
    const named = ['migrate', '--to', 'servers', '--continue', '--json', '--data', data]
    expect(JSON.parse(await processes.outputOf(named, there))).toMatchObject({
      records: RECORDS,
      skipped: RECORDS,
    })
    const back = processes.newData()
    mkdirSync(back)
    await processes.outputOf(['migrate', '--to', 'embedded', '--data', back], there)
    expect(await contentOf(back)).toEqual(wanted)
    await expect(processes.outputOf(['migrate', '--to', 'nowhere', '--data', back])).rejects.toThrow(
      '--to must be',
    )
  })

  it('by a backup of a cluster restored into a data directory, and the other way, are the same', async () => {
    const data = await filled()
    const wanted = await contentOf(data)
    const there = { PERIPLUS_STORE_URL: servers.url('restored'), PERIPLUS_STORE_CLUSTER: servers.cluster }
    const [one, two] = [join(data, '..', 'one.tar'), join(data, '..', 'two.tar')]
    await processes.outputOf(['backup', '--data', data, '--out', one, '--force'])
    const between = processes.newData()
    await processes.outputOf(['restore', one, '--data', between], there)
    expect(await contentOf(between, there)).toEqual(wanted)
    await processes.outputOf(['backup', '--data', between, '--out', two, '--force'], there)
    const back = processes.newData()
    await processes.outputOf(['restore', two, '--data', back])
    expect(await contentOf(back)).toEqual(wanted)
    await expect(processes.outputOf(['restore', one, '--data', processes.newData()], there)).rejects.toThrow(
      'records already',
    )
  })
})
