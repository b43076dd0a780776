// A progress line that rewrites itself on a terminal and stays silent elsewhere.
import { bytes, count, duration, type Terminal } from './output.ts'

/** What a progress line shows. */
interface ProgressState {
  readonly records: number
  readonly rejects: number
  /** Share done, 0 to 1; undefined where the end is unknown (standard input). */
  readonly share: number | undefined
  /** Bytes sent over the network, during uploads. */
  readonly sent?: number
}

const EVERY = 200

/** Runs work under a progress line. */
export async function withProgress<Result>(
  terminal: Terminal,
  state: () => ProgressState,
  work: () => Promise<Result>,
): Promise<Result> {
  const line = new ProgressLine(terminal, state)
  try {
    return await work()
  } finally {
    line.stop()
  }
}

/** Runs work that reports its progress under a progress line. */
export function showProgress<Progress extends Omit<ProgressState, 'rejects'>, Result>(
  terminal: Terminal,
  first: Progress,
  work: (onProgress: (next: Progress) => void) => Promise<Result>,
): Promise<Result> {
  let progress = first
  const onProgress = (next: Progress): void => {
    progress = next
  }
  return withProgress(
    terminal,
    () => ({ ...progress, rejects: 0 }),
    () => work(onProgress),
  )
}

/** Draws the state at most five times a second until it is stopped. */
export class ProgressLine {
  readonly #terminal: Terminal
  readonly #state: () => ProgressState
  readonly #started = performance.now()
  readonly #timer: NodeJS.Timeout | undefined
  #shown = 0

  constructor(terminal: Terminal, state: () => ProgressState) {
    this.#terminal = terminal
    this.#state = state
    this.#timer = terminal.interactive ? setInterval(() => this.#draw(), EVERY) : undefined
    this.#timer?.unref()
  }

  /** Removes the line. */
  stop(): void {
    clearInterval(this.#timer)
    if (this.#shown > 0) this.#terminal.error(`\r${' '.repeat(this.#shown)}\r`)
  }

  #draw(): void {
    const line = progressText(this.#state(), (performance.now() - this.#started) / 1000)
    this.#terminal.error(`\r${line.padEnd(this.#shown)}`)
    this.#shown = line.length
  }
}

/** The line itself: records, rate, rejects, share and time left. */
function progressText(state: ProgressState, seconds: number): string {
  const perSecond = seconds > 0 ? Math.round(state.records / seconds) : 0
  const parts =
    state.sent === undefined
      ? [`${count(state.records)} records`, `${count(perSecond)}/s`]
      : [bytes(state.sent), rate(state.sent, seconds)]
  if (state.rejects > 0) parts.push(`${count(state.rejects)} rejected`)
  if (state.share !== undefined && state.share > 0) {
    parts.push(`${Math.floor(state.share * 100)} %`)
    parts.push(`${duration((seconds / state.share) * (1 - state.share))} left`)
  }
  return parts.join(' · ')
}

/** The rate of bytes, for summaries. */
function rate(amount: number, seconds: number): string {
  return `${bytes(amount / Math.max(seconds, 0.001))}/s`
}
