// Data directories where an operator may put them: under a long path, and as a copy that holds no symbolic links.
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { Processes } from '../support/serve.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-moved-'))
const processes = new Processes()
const data = join(root, 'data')
const scan = join(root, 'scan.ndjson')

beforeAll(async () => {
  const lines = Array.from({ length: 50 }, (_, n) => `{"ip":"198.51.100.7","port":${1000 + n}}`)
  writeFileSync(scan, lines.join('\n'))
  expect((await runCommand(['import', scan, '--data', data])).code).toBe(0)
})
afterAll(async () => {
  await processes.clean()
  rmSync(root, { recursive: true, force: true })
})

async function count(place: string): Promise<number> {
  const { code, out, error } = await runCommand(['search', 'port!="0"', '--full', '--data', place, '--json'])
  expect(code, error).toBe(0)
  return (JSON.parse(out) as { total: number }).total
}

it('a path longer than the address of a socket serves commands', async () => {
  const long = join(root, 'd'.repeat(120), 'e'.repeat(60))
  mkdirSync(long, { recursive: true })
  const place = join(long, 'data')
  execFileSync('cp', ['-a', data, place])
  await processes.serve(place, ['--no-demo'])
  expect(await count(place)).toBe(50)
  expect(existsSync(join(place, 'periplus.sock'))).toBe(true)
})

it('a copy that followed the symbolic links holds the same records, once', async () => {
  const copy = join(root, 'copy')
  execFileSync('cp', ['-rL', data, copy])
  expect(await count(copy)).toBe(50)
  for (const name of ['metadata/default', 'data/default/records'])
    expect(lstatSync(join(copy, 'records/engine', name)).isSymbolicLink(), name).toBe(true)
  expect((await runCommand(['import', scan, '--data', copy])).code).toBe(0)
  expect(await count(copy)).toBe(50)
})
