// `periplus import --dry-run`: what each file would be; nothing is stored and nothing is made.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../support/command.ts'

const folder = mkdtempSync(join(tmpdir(), 'periplus-dry-run-'))
const data = join(folder, 'data')
beforeAll(() => {
  writeFileSync(
    join(folder, 'a.ndjson'),
    '{"ip":"192.0.2.1","port":80}\n{"ip":"192.0.2.1","port":80}\n{"ip":\n',
  )
  writeFileSync(join(folder, 'b.txt'), '192.0.2.1\n192.0.2.2\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('shows format and counts of each file, refuses what an import would, and stores nothing', async () => {
  const files = [join(folder, 'a.ndjson'), join(folder, 'b.txt')]
  const text = await runCommand(['import', '--dry-run', '--data', data, ...files])
  expect(text.error).toBe('')
  expect(text.out).toContain('dry run: 1 input would give 1 record after merging; 1 would be refused')
  expect(text.out).toContain('a.ndjson: ndjson, 2 observations, 1 rejected')
  expect(text.out).toContain('b.txt: refused: this is a list of addresses')
  expect(text.code).toBe(3)
  expect(existsSync(data)).toBe(false)
})

it('prints one JSON object, and finds ports by a pattern', async () => {
  const list = join(folder, 'zmap_8080.txt')
  writeFileSync(list, '192.0.2.1\n192.0.2.2\n')
  const args = ['import', '--dry-run', '--json', '--port', String.raw`zmap_(\d+)`, '--data', data, list]
  const { out, code } = await runCommand(args)
  expect(JSON.parse(out)).toMatchObject({
    records: 2,
    inputs: [{ name: list, format: 'zmap', observations: 2, rejects: 0, skipped: 0 }],
  })
  expect(code).toBe(0)
})

it('names the first inputs of many, and counts all', async () => {
  const many = join(folder, 'many')
  mkdirSync(many)
  for (let number = 0; number < 520; number++) {
    writeFileSync(join(many, `${number}.txt`), '192.0.2.1\n192.0.2.2\n')
    if (number < 60) writeFileSync(join(many, `${number}.ndjson`), '{"ip":"192.0.2.1","port":80}\n')
  }
  const text = await runCommand(['import', '--dry-run', '--data', data, many])
  expect(text.out).toContain('60 inputs would give 1 record after merging; 520 would be refused')
  expect(text.out).toContain('and 10 more inputs')
  expect(text.out).toContain('and 470 more refused; all reasons:\n    520 × this is a list of addresses')
  expect(text.out.split('\n').length).toBeLessThan(110)
  const { out } = await runCommand(['import', '--dry-run', '--json', '--data', data, many])
  const { inputs, ...counts } = JSON.parse(out)
  expect(inputs).toHaveLength(560)
  expect(counts).toMatchObject({ readInputs: 60, refusedInputs: 520 })
})
