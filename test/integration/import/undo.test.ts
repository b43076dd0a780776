// `periplus imports`: an import is listed, shown and undone; what another import observed stays.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Checkpoint } from '../../../src/service/ingest/index.ts'
import { outputOf, runCommand } from '../../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-undo-'))
const data = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly id: string
  readonly actor: string
  readonly files: readonly string[]
  readonly undoneAt?: number
  readonly takenBackAt?: number
  readonly counts: { readonly added: number }
}

const run = (...args: readonly string[]): Promise<string> => outputOf(...args, '--data', data)

async function json<Value>(...args: readonly string[]): Promise<Value> {
  return JSON.parse(await run(...args, '--json')) as Value
}

function put(name: string, time: string, records: readonly object[]): string {
  const file = join(folder, name)
  const lines = records.map((record) => `${JSON.stringify({ ...record, lastupdatetime: time })}\n`)
  writeFileSync(file, lines.join(''))
  return file
}

const FIELDS = 'host,title,jarm,lastupdatetime'
const records = async (): Promise<readonly unknown[]> =>
  (await json<{ results: unknown[] }>('search', 'port="80"', '--full', '--fields', FIELDS)).results

it('takes an import back and nothing else', async () => {
  const first = put('first.ndjson', '2026-03-01 00:00:00', [
    { ip: '192.0.2.1', port: 80, title: 'one' },
    { ip: '192.0.2.2', port: 80, title: 'same' },
    { ip: '192.0.2.4', port: 80 },
  ])
  const second = put('second.ndjson', '2026-04-01 00:00:00', [
    { ip: '192.0.2.1', port: 80, jarm: 'aaa' },
    { ip: '192.0.2.2', port: 80, title: 'same' },
    { ip: '192.0.2.3', port: 80, title: 'new' },
    { ip: '192.0.2.4', port: 80 },
  ])
  await run('import', first)
  const before = await records()
  await run('import', second)
  const { imports } = await json<{ imports: Run[] }>('imports', 'list')
  expect(imports).toMatchObject([
    { actor: 'operator', files: [second], counts: { added: 1, replaced: 1, touched: 2 } },
    { actor: 'operator', files: [first], counts: { added: 3 } },
  ])
  const id = imports[0]?.id.slice(0, 10) ?? ''
  expect(await json('imports', 'show', id)).toMatchObject({ records: { alone: 1, shared: 3 } })
  expect(await json('imports', 'undo', id, '--dry-run')).toEqual({ alone: 1, shared: 3, dryRun: true })
  expect(await records()).toHaveLength(4)
  expect(await json('imports', 'undo', id, '--yes')).toEqual({ removed: 1, changed: 3 })
  expect(await records()).toEqual(before)
  const [undone] = (await json<{ imports: Run[] }>('imports', 'list')).imports
  expect(undone?.undoneAt).toBeGreaterThan(0)
  expect(undone?.takenBackAt).toBe(undone?.undoneAt)

  // What was undone may be imported again, and what remains may be undone too.
  await run('import', second)
  expect(await records()).toHaveLength(4)
  await run('imports', 'undo', imports[1]?.id ?? '', '--yes')
  expect(await records()).toEqual([
    { host: '192.0.2.1:80', title: '', jarm: 'aaa', lastupdatetime: '2026-04-01 00:00:00' },
    { host: '192.0.2.2', title: 'same', jarm: '', lastupdatetime: '2026-04-01 00:00:00' },
    { host: '192.0.2.3', title: 'new', jarm: '', lastupdatetime: '2026-04-01 00:00:00' },
    { host: '192.0.2.4:80', title: '', jarm: '', lastupdatetime: '2026-04-01 00:00:00' },
  ])
})

it('takes an import back that was stopped; the same command begins anew', async () => {
  const file = put('stopped.ndjson', '2026-05-01 00:00:00', [{ ip: '192.0.2.9', port: 81, title: 'nine' }])
  await run('import', file)
  const [stopped] = (await json<{ imports: Run[] }>('imports', 'list')).imports
  const id = stopped?.id ?? ''
  // What a run leaves that was stopped after the last line.
  const inputs = [{ name: file, readings: 1, done: true }]
  new Checkpoint(join(data, 'imports'), id).save({ importId: id, inputs, rejectBytes: 0, finished: false })
  await run('imports', 'undo', id, '--yes')
  await run('import', file)
  const found = await json<{ results: unknown[] }>('search', 'port="81"', '--full')
  expect(found.results).toHaveLength(1)
})

it('asks first, and knows no other imports', async () => {
  const list = await json<{ imports: Run[] }>('imports')
  const refused = await runCommand(['imports', 'undo', list.imports[0]?.id ?? '', '--data', data])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('nothing changed') })
  const unknown = await runCommand(['imports', 'show', 'zzz', '--data', data])
  expect(unknown.error).toContain('unknown import `zzz`; `periplus imports` lists them')
  expect(existsSync(data)).toBe(true)
})
