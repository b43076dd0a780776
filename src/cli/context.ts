import type { Terminal } from './output.ts'

/** What every command gets from outside, so that tests can run it in their own process. */
export interface CommandContext {
  readonly terminal: Terminal
  /** Asks a yes/no question; false where nobody can answer. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Fires when the user interrupts. */
  readonly signal: AbortSignal
}
