// docs/clients.md names every program that scenarios speak for, with the dialect it needs.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const scenarios = join(root, 'test/scenario')

it('docs/clients.md says of each scenario of a client which dialect it needs', () => {
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  const rows = [...page.matchAll(/^\|.*\| (\w+) \| (client-[\w-]+) \|$/gm)]
  const listed = rows.map(([, dialect, name]) => [name, dialect])
  const known = readdirSync(scenarios)
    .filter((name) => name.startsWith('client-') && name !== 'client-fields.json')
    .map((name) => {
      const { dialect } = JSON.parse(readFileSync(join(scenarios, name), 'utf8')) as { dialect: string }
      return [name.replace('.json', ''), dialect]
    })
  expect(listed.sort()).toEqual(known.sort())
})
