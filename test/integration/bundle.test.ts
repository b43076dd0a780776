// The bundle of the command does what the sources do: its threads are found, and what modules look for beside themselves.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileRules, readLibrary } from '../../src/rule/index.ts'
import { MAIN_PROGRAM } from '../support/main-program.ts'

const root = resolve(import.meta.dirname, '../..')
/** What `bin/setup` built of the sources as they are, before the tests. */
const bundle = dirname(MAIN_PROGRAM)
const work = mkdtempSync(join(tmpdir(), 'periplus-bundle-'))

function run(program: string, ...args: readonly string[]): string {
  const options = ['--disable-warning=ExperimentalWarning', program, ...args]
  return execFileSync(process.execPath, options, {
    cwd: work,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

beforeAll(() => {
  const records = [1, 2].map((n) =>
    JSON.stringify({ host: `https://198.51.100.${n}`, ip: `198.51.100.${n}`, port: 443 }),
  )
  writeFileSync(join(work, 'records.ndjson'), records.join('\n'))
  writeFileSync(join(work, 'addresses.txt'), '198.51.100.1\n127.0.0.1\n')
})
afterAll(() => rmSync(work, { recursive: true, force: true }))

describe('the bundled command', () => {
  it('could be built', () => {
    expect(relative(root, MAIN_PROGRAM)).toMatch(/^dist\/program\/[\d-]+\/main\.js$/)
  })

  it.each([
    ['--version'],
    ['--help'],
    ['search', '--help'],
    ['account', 'create', '--help'],
    ['config', '--json'],
  ])('prints what the sources print: %s %s', (...args) => {
    expect(run(MAIN_PROGRAM, ...args)).toBe(run(join(root, 'src/main.ts'), ...args))
  })

  it('holds the rules compiled, as the sources compile them', () => {
    const compiled = JSON.parse(readFileSync(join(bundle, 'compiled-rules.json'), 'utf8'))
    expect(compiled).toEqual(JSON.parse(JSON.stringify(compileRules(readLibrary()))))
    const library = readdirSync(bundle).filter((name) => /^library-.*\.js$/.test(name))
    const texts = library.map((name) => readFileSync(join(bundle, name), 'utf8'))
    expect(
      texts.some((text) => /new URL\(["']\.\/compiled-rules\.json["'], import\.meta\.url\)/.test(text)),
    ).toBe(true)
  })

  it('imports in its thread, searches and tags', () => {
    const data = ['--data', join(work, 'data')]
    expect(JSON.parse(run(MAIN_PROGRAM, 'import', 'records.ndjson', '--json', ...data))).toMatchObject({
      added: 2,
    })
    const found = run(MAIN_PROGRAM, 'search', 'port=443', '--fields', 'ip', '--format', 'csv', ...data)
    expect(
      found
        .split(/\r?\n/)
        .filter((line) => /^\d/.test(line))
        .sort(),
    ).toEqual(['198.51.100.1', '198.51.100.2'])
    expect(run(MAIN_PROGRAM, 'tag', 'addresses.txt', '--format', 'ndjson', ...data)).toContain('loopback')
  })
})
