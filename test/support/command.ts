// Runs the real command in separate processes, as a user does.
import { type ChildProcess, spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { MAIN_PROGRAM } from './main-program.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The result of a finished command. */
export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly error: string
}

/** Starts the command; its output is collected until it ends. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningCommand {
  const node = join(ROOT, 'node_modules/.bin/node')
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', MAIN_PROGRAM, ...args], {
    // The test runner requests colours, which would break up the expected words.
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', UV_THREADPOOL_SIZE: '24', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  return new RunningCommand(child)
}

/** Runs the command to its end. `input` is its standard input. */
export async function runCommand(
  args: readonly string[],
  input?: string | Uint8Array,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const command = startCommand(args, env)
  command.child.stdin?.end(input)
  return command.finished
}

/** The output of a command; fails with its message when it fails. */
export async function outputOf(...args: readonly string[]): Promise<string> {
  const { code, out, error } = await runCommand(args)
  if (code !== 0) throw new Error(error)
  return out
}

/** A running command. */
export class RunningCommand {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  #out = ''
  #error = ''

  constructor(child: ChildProcess) {
    this.child = child
    child.stdin?.on('error', () => undefined)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#error += text
    })
    this.finished = new Promise((done) => {
      child.once('close', (code, signal) => done({ code, signal, out: this.#out, error: this.#error }))
    })
  }

  /** Resolves to the match once the output matches; fails when the command ends before. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#out)
      if (match !== null) return match
      const ended = await Promise.race([
        this.finished,
        new Promise<undefined>((next) => setTimeout(() => next(undefined), 20)),
      ])
      if (ended !== undefined && !pattern.test(this.#out)) {
        throw new Error(`the command ended with ${ended.code ?? ended.signal}: ${ended.error}`)
      }
    }
  }

  /** Kills it. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.finished
  }
}

/** Starts a server on a free port and waits until it answers. */
export async function startServerProcess(
  data: string,
  options: readonly string[] = ['--no-demo'],
): Promise<{ readonly server: RunningCommand; readonly url: string }> {
  const server = startCommand(['serve', '--data', data, '--port', '0', ...options], {
    PERIPLUS_LOG_LEVEL: 'error',
  })
  const [, url = ''] = await server.printed(/listening on (http:\/\/\S+)/)
  return { server, url }
}
