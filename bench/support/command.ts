// Runs commands to their end and watches what they use.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a command took. */
export interface Run {
  readonly seconds: number
  /** Processor time of its process in seconds, to the last tenth. */
  readonly cpu: number
  /** Largest resident memory of its process in bytes. */
  readonly peak: number
}

const CLOCK_TICKS = 100
const LOOK = 50

/** Runs a command; fails when it does. */
export async function run(command: string, args: readonly string[]): Promise<Run> {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  let [cpu, peak] = [0, 0]
  const watch = setInterval(() => {
    try {
      const high = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
      peak = Math.max(peak, Number(high?.[1] ?? 0) * 1024)
      // User and system time are the 14th and 15th value; the second is the name, in brackets.
      const [user = 0, system = 0] = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .slice(11, 13)
        .map(Number)
      cpu = (user + system) / CLOCK_TICKS
    } catch {
      // The process has just ended.
    }
  }, LOOK)
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, cpu, peak }
}
