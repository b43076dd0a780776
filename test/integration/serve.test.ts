// The server as a process of its own, from an empty data directory on.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'

const main = resolve(import.meta.dirname, '../../src/main.ts')
const directories: string[] = []
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true })
})

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'periplus-serve-'))
  directories.push(directory)
  return join(directory, 'data')
}

interface Running {
  readonly child: ChildProcess
  readonly output: () => string
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>
}

function run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    env: { ...process.env, PERIPLUS_LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output: () => output, ended }
}

async function until<Result>(
  find: () => Result | undefined | Promise<Result | undefined>,
  what: () => string,
): Promise<Result> {
  for (let tries = 0; tries < 1000; tries++) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(20)
  }
  throw new Error(`nothing came within 20 seconds: ${what()}`)
}

/** Starts a server and waits for its address. */
async function start(data: string, ...args: readonly string[]): Promise<Running & { readonly url: string }> {
  const server = run(['serve', '--data', data, '--port', '0', ...args])
  const url = await until(() => /listening on (http:\/\/\S+)/.exec(server.output())?.[1], server.output)
  return { ...server, url }
}

function firstAccount(data: string): { readonly email: string; readonly key: string; readonly link: string } {
  const text = readFileSync(join(data, 'first-account.txt'), 'utf8')
  const [, email = '', key = '', link = ''] =
    /^e-mail: +(\S+)\nkey: +(\S+)\npassword: +(\S+) /.exec(text) ?? []
  return { email, key, link }
}

async function search(url: string, data: string, query: string): Promise<{ error: boolean; total: number }> {
  const { email, key } = firstAccount(data)
  const parameters = new URLSearchParams({
    email,
    key,
    qbase64: Buffer.from(query).toString('base64'),
    full: 'true',
  })
  const answer = await fetch(`${url}/api/v1/search/all?${parameters}`)
  return (await answer.json()) as { error: boolean; total: number }
}

describe('periplus serve', () => {
  it('makes the first account once, keeps the directory to itself, and ends on a signal', async () => {
    const data = newDirectory()
    const first = await start(data, '--no-demo')
    const { email, key, link } = firstAccount(data)
    expect(email).toBe('admin@localhost')
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(link).toMatch(new RegExp(`^${first.url}/password#[\\w-]{20,}$`))
    expect(statSync(join(data, 'first-account.txt')).mode & 0o777).toBe(0o600)
    expect(statSync(data).mode & 0o777).toBe(0o700)
    expect(first.output()).not.toContain(key)
    expect(await search(first.url, data, 'title="login"')).toMatchObject({ error: false, total: 0 })

    const second = run(['serve', '--data', data, '--port', '0'])
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/^periplus: the data directory .* is in use by process \d+; /)

    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const again = await start(data, '--no-demo')
    expect(again.output()).not.toContain('first account')
    expect(await search(again.url, data, 'title="login"')).toMatchObject({ error: false, total: 0 })
    again.child.kill('SIGINT')
    expect(await again.ended).toBe(0)
  })

  it('answers while it loads the demonstration set, and goes on with it at the next start', async () => {
    const data = newDirectory()
    const first = await start(data)
    const records = await until(
      async () => (await search(first.url, data, 'tag=="demo"')).total || undefined,
      first.output,
    )
    expect(records).toBeGreaterThan(0)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(first.output()).toContain('loading the demonstration records goes on at the next start')
    const again = await start(data)
    await until(
      async () => ((await search(again.url, data, 'tag=="demo"')).total > records ? true : undefined),
      again.output,
    )
  })

  it('reports all mistakes in its settings together and does not start', async () => {
    const server = run(['serve', '--data', newDirectory(), '--port', '99999'], {
      PERIPLUS_HTTP_ERROR_STATUS: 'loud',
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(
      'periplus: PERIPLUS_HTTP_ERROR_STATUS must be `body` or `standard`; found `loud`\n' +
        'periplus: the option for http.port must be a whole number from 0 to 65535; found `99999`\n',
    )
  })

  it('says when the port is taken', async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const server = run(['serve', '--data', newDirectory(), '--port', port])
    expect(await server.ended).toBe(1)
    expect(server.output()).toBe(
      `periplus: port ${port} of 127.0.0.1 is in use; stop what listens there or choose another with --port\n`,
    )
    other.close()
  })
})
