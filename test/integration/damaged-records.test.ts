// A data directory whose records are damaged: every part of the program says so, and no backup hides it.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RepairReport } from '../../src/store/index.ts'
import { type Finished, runCommand, startCommand } from '../support/command.ts'
import { LONG } from '../support/long.ts'
import { Processes, until } from '../support/serve.ts'

const EACH = 400
const directory = mkdtempSync(join(tmpdir(), 'periplus-damage-'))
const whole = join(directory, 'whole')
const backups = join(directory, 'backups')
const processes = new Processes()
const email = 'ada@example.com'
let key = ''

afterAll(() => rmSync(directory, { recursive: true, force: true }))
afterEach(() => processes.clean())

const run = (data: string, ...args: string[]): Promise<Finished> => runCommand([...args, '--data', data])

/** Three imports: three parts of the table of records. */
async function fill(): Promise<void> {
  for (const path of [whole, backups]) rmSync(path, { recursive: true, force: true })
  mkdirSync(backups)
  for (const net of [1, 2, 3]) {
    const scan = join(directory, `scan${net}.ndjson`)
    const lines = Array.from(
      { length: EACH },
      (_, index) => `{"ip":"198.51.${net}.7","port":${1000 + index}}`,
    )
    writeFileSync(scan, lines.join('\n'))
    expect(await run(whole, 'import', scan)).toMatchObject({ code: 0 })
  }
  const account = await run(whole, 'account', 'create', '--email', email, '--admin')
  key = /^key +(\S+)/m.exec(account.out)?.[1] ?? account.error
  const made = await run(whole, 'backup', '--out', join(backups, 'periplus-20260101T000000Z.tar'))
  expect(made).toMatchObject({ code: 0, error: '' })
}

// On a busy machine a command may take so long that the engine merges the parts; damage to those that it leaves behind is none.
beforeAll(async () => {
  for (let attempt = 0; attempt < 5; attempt++) {
    await fill()
    if (partsOf(whole).every((part) => part.endsWith('_0'))) return
  }
  throw new Error('the engine merged the parts each time')
}, 600_000)

/** A copy of the whole directory. */
function copy(): string {
  const data = join(mkdtempSync(join(directory, 'copy-')), 'data')
  cpSync(whole, data, { recursive: true, verbatimSymlinks: true })
  return data
}

/** The parts of the table of records. */
function partsOf(data: string): string[] {
  const tables = join(data, 'records', 'engine', 'store')
  const parts = readdirSync(tables, { recursive: true, encoding: 'utf8' }).filter(
    (path) =>
      /\/all_\d+_\d+_\d+$/.test(path) && readdirSync(join(tables, path)).includes('skp_idx_same_ip.idx'),
  )
  expect(parts.length).toBeGreaterThan(1)
  return parts.sort().map((path) => join(tables, path))
}

const DAMAGES: readonly (readonly [name: string, damage: (part: string) => void, detached: boolean])[] = [
  ['a part with bad checksums', (part) => writeFileSync(join(part, 'checksums.txt'), 'bad'), true],
  ['a part without its data', (part) => rmSync(join(part, 'data.bin')), true],
  ['a part that is gone', (part) => rmSync(part, { recursive: true }), false],
]

/** In the short run not the second: it is detached like the first. */
const TRIED = DAMAGES.filter((_, index) => LONG || index !== 1)

function damaged(damage: (part: string) => void): string {
  const data = copy()
  const [part = ''] = partsOf(data)
  damage(part)
  return data
}

describe.each(TRIED)('records with %s', (_, damage, detached) => {
  const reported = detached
    ? /1 part of the records cannot be read and is detached; 400 records are missing/
    : /400 records are missing/

  it('are named by the log, /readyz, the metrics and the page of the administration', async () => {
    const data = damaged(damage)
    const server = await processes.serve(data, ['--no-demo'])
    expect(server.output()).toMatch(reported)
    const ready = await fetch(`${server.url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'ok', detail: expect.stringMatching(reported) })
    // The first scrape of a busy machine may come before the first figures.
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
    await expect.poll(metrics).toContain(`\nperiplus_store_detached_parts ${detached ? 1 : 0}\n`)
    expect(await metrics()).toContain('\nperiplus_store_missing_records 400\n')
    const health = await fetch(`${server.url}/api/v1/admin/health?${new URLSearchParams({ email, key })}`)
    const { findings } = (await health.json()) as { findings: readonly { check: string; text: string }[] }
    expect(findings.find(({ check }) => check === 'records')?.text).toMatch(reported)
  })

  it('are an error of doctor, and of a backup, which only goes on with --force', async () => {
    const data = damaged(damage)
    const doctor = await run(data, 'doctor', '--quick')
    expect(doctor.code).toBe(1)
    expect(doctor.out).toMatch(reported)
    const out = join(data, '..', 'out')
    cpSync(backups, out, { recursive: true })
    const refused = await run(data, 'backup', '--out', out, '--keep', '1')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.error).toMatch(reported)
    expect(readdirSync(out)).toEqual(['periplus-20260101T000000Z.tar'])
    const forced = await run(data, 'backup', '--out', out, '--keep', '1', '--force', '--json')
    expect(forced).toMatchObject({ code: 0, error: '' })
    expect(JSON.parse(forced.out)).toMatchObject({
      records: 800,
      damage: expect.stringMatching(reported),
      removed: [],
      spared: ['periplus-20260101T000000Z.tar'],
    })
    expect((await run(data, 'restore', '--check', out)).out).toMatch(/^whole: 1,200 records/)
  })

  it('are still missing after a stop, an import and a removal', async () => {
    const data = damaged(damage)
    expect(await run(data, 'import', join(directory, 'scan2.ndjson'))).toMatchObject({ code: 0 })
    expect(await run(data, 'delete', 'port="1000"', '--yes')).toMatchObject({ code: 0 })
    expect((await run(data, 'doctor', '--quick')).out).toMatch(/400 records are missing/)
  })
})

describe('doctor --repair', () => {
  const FAULTS: readonly (readonly [name: string, damage: (part: string) => void, recovered: number])[] = [
    ['bad checksums', (part) => writeFileSync(join(part, 'checksums.txt'), 'bad'), 400],
    ['an index with other bytes', (part) => flip(join(part, 'skp_idx_same_ip.idx')), 400],
    ['a primary index with other bytes', (part) => flip(join(part, 'primary.cidx')), 400],
    ['data with other bytes', (part) => flip(join(part, 'data.bin')), 336],
    ['no data', (part) => rmSync(join(part, 'data.bin')), 0],
  ]

  it.each(FAULTS)(
    'brings back what can be read of a part with %s, and names the rest',
    async (_, damage, recovered) => {
      const data = damaged(damage)
      const repaired = await run(data, 'doctor', '--repair', '--json')
      expect(repaired.error).toBe('')
      const { repair, errors } = JSON.parse(repaired.out) as { repair: RepairReport; errors: number }
      expect(errors).toBe(0)
      expect(repair).toMatchObject({ records: 800 + recovered, lost: 400 - recovered })
      expect(repair.parts).toMatchObject([{ kind: 'records', rows: 400, recovered, present: 0 }])
      expect(existsSync(repair.parts[0]?.path ?? '')).toBe(true)
      const found = await run(data, 'search', 'host*="*.51.*"', '--full', '--json', '--size', '1')
      expect(JSON.parse(found.out)).toMatchObject({ total: 800 + recovered })
    },
  )

  it('leaves alone what was seen again since, and gives up what is gone', async () => {
    const data = damaged((part) => writeFileSync(join(part, 'checksums.txt'), 'bad'))
    expect(await run(data, 'import', join(directory, 'scan1.ndjson'))).toMatchObject({ code: 0 })
    const { out } = await run(data, 'doctor', '--repair')
    expect(out).toMatch(
      /^repair +records all_\d+_\d+_\d+, written .* 0 of 400 are back, 400 seen again since/,
    )
    expect((await run(data, 'search', 'port="1000"', '--json', '--full')).out).toContain('"total": 3,')
    const [gone = ''] = partsOf(data)
    rmSync(gone, { recursive: true })
    expect((await run(data, 'doctor', '--repair')).out).toMatch(/^repair +400 records lost, 800 left/)
    expect(await run(data, 'backup', '--out', join(data, '..', 'one.tar'))).toMatchObject({ code: 0 })
  })

  it('is refused beside a server', async () => {
    const data = copy()
    await processes.serve(data, ['--no-demo'])
    expect((await run(data, 'doctor', '--repair')).error).toMatch(/stop it before --repair/)
  })
})

/** Changes a byte in the middle of a file. */
function flip(path: string): void {
  const bytes = readFileSync(path)
  const middle = Math.floor(bytes.length / 2)
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff
  writeFileSync(path, bytes)
}

describe('no alarm', () => {
  const missing = async (data: string): Promise<string> => {
    const { out } = await run(data, 'doctor', '--quick')
    return out.split('\n').find((line) => line.includes(' records ')) ?? ''
  }

  it('after records were removed', async () => {
    const data = copy()
    expect(await run(data, 'delete', 'ip="198.51.3.7"', '--yes')).toMatchObject({ code: 0 })
    expect(await missing(data)).toMatch(/^ok .* 800 records/)
    expect(await run(data, 'backup', '--out', join(data, '..', 'one.tar'))).toMatchObject({ code: 0 })
  })

  it('after a kill while records were removed, and the next start', async () => {
    const data = copy()
    const removal = startCommand(['delete', 'ip="198.51.3.7"', '--yes', '--data', data])
    // As soon as the removal is noted, it begins.
    await until(
      () =>
        /"records":800,/.test(readFileSync(join(data, 'records', 'expected-count.json'), 'utf8'))
          ? true
          : undefined,
      () => 'the removal was not noted',
      1,
    )
    await removal.kill()
    expect(await missing(data)).toMatch(/^ok /)
    expect(await missing(data)).toMatch(/^ok /)
  })

  it('after a kill of a server that had imported', async () => {
    const data = copy()
    const server = await processes.serve(data, ['--no-demo'])
    writeFileSync(join(directory, 'scan4.ndjson'), '{"ip":"198.51.4.7","port":80}')
    expect(await run(data, 'import', join(directory, 'scan4.ndjson'))).toMatchObject({ code: 0 })
    server.child.kill('SIGKILL')
    await server.ended
    expect(await missing(data)).toMatch(/^ok .* 1201 records/)
  })
})
