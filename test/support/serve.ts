// The program as processes of their own, for tests of a server's whole life.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAIN_PROGRAM } from './main-program.ts'

/** A process of the program. */
export interface Running {
  readonly child: ChildProcess
  /** Everything it has written so far. */
  readonly output: () => string
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>
}

/** Processes and directories of one test; `clean` ends and removes all of them. */
export class Processes {
  readonly #children: ChildProcess[] = []
  readonly #directories: string[] = []

  /** Path of a data directory that does not exist yet. */
  newData(): string {
    const directory = mkdtempSync(join(tmpdir(), 'periplus-serve-'))
    this.#directories.push(directory)
    return join(directory, 'data')
  }

  /** What a command prints; fails with it when it fails. */
  async outputOf(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const command = this.run(args, environment)
    if ((await command.ended) !== 0) throw new Error(command.output())
    return command.output()
  }

  /** Runs a command. */
  run(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Running {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN_PROGRAM, ...args], {
      // The runner of the tests asks for colours, which would be between the words looked for.
      env: {
        ...process.env,
        FORCE_COLOR: undefined,
        NO_COLOR: '1',
        PERIPLUS_LOG_LEVEL: 'error',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    return { child, output: () => output, ended }
  }

  /** Starts a server on a free port and waits for its address. */
  async serve(
    data: string,
    args: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Running & { readonly url: string }> {
    const server = this.run(['serve', '--data', data, '--port', '0', ...args], environment)
    const url = await until(
      () => /listening on (http:\/\/\S+)/.exec(server.output())?.[1],
      () => server.output(),
    )
    return { ...server, url }
  }

  /** Ends every process and removes every directory. */
  async clean(): Promise<void> {
    await Promise.all(this.#children.splice(0).map(killed))
    for (const directory of this.#directories.splice(0)) rmSync(directory, { recursive: true, force: true })
  }
}

/** Kills a process and waits for its end: until then its socket takes connections. */
async function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Asks until there is an answer; fails after a minute, telling what `state` says. Waits `pause` milliseconds after each question. */
export async function until<Result>(
  find: () => Result | undefined | Promise<Result | undefined>,
  state: () => string,
  pause = 20,
): Promise<Result> {
  for (const begin = performance.now(); performance.now() - begin < 55_000; ) {
    const found = await find()
    if (found !== undefined) return found
    await sleep(pause)
  }
  throw new Error(`nothing came within a minute: ${state()}`)
}

/** Who was made at the first start of a server that no terminal watched. */
export function firstAccount(data: string): {
  readonly email: string
  readonly key: string
  readonly link: string
} {
  const text = readFileSync(join(data, 'first-account.txt'), 'utf8')
  const [, email = '', key = '', link = ''] =
    /^e-mail: +(\S+)\nkey: +(\S+)\npassword: +(\S+) /.exec(text) ?? []
  return { email, key, link }
}

/** The address of a search. */
export function searchUrl(
  url: string,
  credentials: { readonly email: string; readonly key: string },
  query: string,
  more: Readonly<Record<string, string>> = {},
): string {
  const { email, key } = credentials
  const qbase64 = Buffer.from(query).toString('base64')
  return `${url}/api/v1/search/all?${new URLSearchParams({ email, key, qbase64, ...more })}`
}
