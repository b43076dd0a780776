// What a command that is given data on its standard input does with it, as the first thing ever done with a data directory: an import
// from there gets all of it, and every other command leaves it to whoever reads next.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/sql/index.ts'
import { EmbeddedEngine } from '../../src/store/engine/index.ts'
import { runCommand, startCommand } from '../support/command.ts'
import { MAIN_PROGRAM } from '../support/main-program.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const HAS_SCRIPT = execFileSync('sh', ['-c', 'command -v script || true'], { encoding: 'utf8' }) !== ''

const RECORDS = Array.from(
  { length: 3000 },
  (_, number) => `{"ip":"198.51.100.${number % 250}","port":${1000 + number}}\n`,
).join('')

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'periplus-input-'))
  writeFileSync(join(directory, 'records.ndjson'), RECORDS)
  writeFileSync(join(directory, 'one.ndjson'), '{"ip":"192.0.2.1","port":443}\n')
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

interface Shell {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Runs a line of shell in the directory; `periplus` is the command with `--data new`. */
function shell(line: string): Promise<Shell> {
  const node = `${ROOT}/node_modules/.bin/node`
  const define = `periplus() { "${node}" --disable-warning=ExperimentalWarning "${MAIN_PROGRAM}" "$@" --data new; }`
  const child = spawn('sh', ['-c', `${define}\n${line}`], {
    cwd: directory,
    env: { ...process.env, UV_THREADPOOL_SIZE: '24' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    error += text
  })
  return new Promise((done) => child.once('close', (code) => done({ code, out, error })))
}

describe('an import from standard input into a directory that is not there yet', () => {
  it.each([
    ['a pipe', 'cat records.ndjson | periplus import - --json'],
    ['a file', 'periplus import - --json < records.ndjson'],
    ['a FIFO', 'mkfifo fifo; cat records.ndjson > fifo & periplus import - --json < fifo'],
  ])('gets everything from %s', async (_, line) => {
    const { code, out, error } = await shell(line)
    expect(error).toBe('')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ observations: 3000, added: 3000, rejects: 0 })
  })

  it('gets the rest of a file whose first line was read', async () => {
    const { out, error } = await shell('{ read -r first; periplus import - --json; } < records.ndjson')
    expect(error).toBe('')
    expect(JSON.parse(out)).toMatchObject({ observations: 2999, added: 2999 })
  })

  it('gets everything from a socket', async () => {
    const finished = await runCommand(['import', '-', '--json', '--data', join(directory, 'new')], RECORDS)
    expect(finished.error).toBe('')
    expect(JSON.parse(finished.out)).toMatchObject({ observations: 3000, added: 3000 })
  })

  it.skipIf(!HAS_SCRIPT)('gets what is typed in a terminal', async () => {
    const node = `${ROOT}/node_modules/.bin/node`
    const typed = `"${node}" "${MAIN_PROGRAM}" import - --json --data new`
    writeFileSync(join(directory, 'typed.sh'), `${typed} > out.json 2> error.txt\n`)
    await shell('{ cat one.ndjson; printf "\\004"; } | script -qc "sh typed.sh" /dev/null')
    const { out } = await shell('cat out.json error.txt')
    expect(JSON.parse(out)).toMatchObject({ observations: 1, added: 1 })
  })

  it('fails with one line where there is no standard input', async () => {
    const { code, error } = await shell('periplus import - <&-')
    expect(code).toBe(1)
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(error).not.toMatch(/Code: \d/)
  })
})

describe('another command in a directory that is not there yet', () => {
  it.each([
    ['a pipe', 'cat records.ndjson | { periplus import one.ndjson >/dev/null && cat; }'],
    ['a file', '{ periplus import one.ndjson >/dev/null && cat; } < records.ndjson'],
    [
      'a FIFO',
      'mkfifo fifo; cat records.ndjson > fifo & { periplus import one.ndjson >/dev/null && cat; } < fifo',
    ],
  ])('leaves its standard input to the next reader: %s', async (_, line) => {
    const { code, out, error } = await shell(line)
    expect(error).toBe('')
    expect(code).toBe(0)
    expect(out).toBe(RECORDS)
  })

  it('works without a standard input', async () => {
    const { code, error } = await shell('periplus import one.ndjson <&-')
    expect(error).toBe('')
    expect(code).toBe(0)
  })

  it('serve starts with data on its standard input', async () => {
    const data = join(directory, 'new')
    const server = startCommand(['serve', '--no-demo', '--data', data, '--port', '0'], {
      PERIPLUS_LOG_LEVEL: 'error',
    })
    server.child.stdin?.write(RECORDS)
    await server.printed(/listening on/)
    server.child.kill('SIGTERM')
    const { code, error } = await server.finished
    expect(error).toBe('')
    expect(code).toBe(0)
  })
})

describe('the embedded engine', () => {
  it('refuses a statement for which it would read standard input', async () => {
    const limits = {
      maxExecutionSeconds: 10,
      maxQueryMemoryBytes: 2 ** 27,
      maxMemoryBytes: 2 ** 28,
      sessions: 1,
    }
    const engine = new EmbeddedEngine(join(directory, 'engine'), limits)
    await engine.command('CREATE TABLE numbers (number UInt8) ENGINE = Memory')
    await engine.command('INSERT INTO numbers SELECT 1')
    await expect(engine.command('INSERT INTO numbers VALUES (2)')).rejects.toThrow(/standard input/)
    await expect(engine.command('insert into numbers format CSV 3')).rejects.toThrow(/standard input/)
    expect(await engine.query(sql`SELECT number FROM numbers`)).toEqual([[1]])
    await engine.close()
  })
})
