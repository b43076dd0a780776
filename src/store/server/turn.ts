// The turn to change records: one holder at a time among all processes that use the same servers. It is a table of the first server:
// making it succeeds for one process only, and a holder that has died is known by its beat standing still for as long by the
// watcher's own clock, so no two clocks are ever compared.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, text } from '../../sql/index.ts'
import { numberOf } from './failure.ts'
import type { ServerNode } from './node.ts'

/** Times in milliseconds: between beats, without one until a holder counts as dead, between looks at a turn that is taken. */
export interface TurnTimes {
  readonly beat: number
  readonly silence: number
  readonly look: number
}

/** Long enough for a process that its machine has stopped for a moment. */
export const TURN_TIMES: TurnTimes = { beat: 2000, silence: 20_000, look: 20 }

/** ClickHouse's numbers for a table that is there already, and for one that is not. */
const EXISTS = 57
const MISSING = 60

/** The turn as it is held; work that was stopped for long asks before each step that cannot be taken back. */
export interface Held {
  /** Fails when another process took the turn over. */
  readonly check: () => Promise<void>
}

/** Takes turns. */
export class Turn {
  readonly #lead: () => Promise<ServerNode>
  readonly #times: TurnTimes
  #line: Promise<unknown> = Promise.resolve()

  constructor(lead: () => Promise<ServerNode>, times: TurnTimes) {
    this.#lead = lead
    this.#times = times
  }

  /** Runs work while nobody else has the turn. */
  hold<Result>(work: (held: Held) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const result = this.#line.then(() => this.#hold(work, signal))
    this.#line = result.catch(() => {})
    return result
  }

  async #hold<Result>(
    work: (held: Held) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    const lead = await this.#lead()
    const token = randomUUID()
    await this.#take(lead, token, signal)
    const beats = setInterval(() => beat(lead), this.#times.beat)
    try {
      return await work({ check: () => check(lead, token) })
    } finally {
      clearInterval(beats)
      await release(lead, token)
    }
  }

  async #take(lead: ServerNode, token: string, signal: AbortSignal | undefined): Promise<void> {
    let seen = ''
    let since = performance.now()
    for (;;) {
      signal?.throwIfAborted()
      if (await make(lead, token)) return
      const holder = await holderOf(lead)
      // The answer to the making may have been lost.
      if (holder?.token === token) return
      const state = holder === undefined ? '' : `${holder.token} ${holder.beats}`
      if (state !== seen || holder === undefined) {
        seen = state
        since = performance.now()
      } else if (performance.now() - since > this.#times.silence) await setAside(lead, holder.token)
      await sleep(this.#times.look * (0.5 + Math.random()))
    }
  }
}

interface Holder {
  readonly token: string
  readonly beats: number
}

async function make(lead: ServerNode, token: string): Promise<boolean> {
  try {
    await lead.command(`CREATE TABLE turn (beat UInt8) ENGINE = Memory COMMENT '${token}'`)
    return true
  } catch (error) {
    if (numberOf(error) !== EXISTS) throw error
    return false
  }
}

async function holderOf(lead: ServerNode): Promise<Holder | undefined> {
  const [row] = await lead.query<[string, number | null]>(
    sql`SELECT comment, total_rows FROM system.tables WHERE database = currentDatabase() AND name = 'turn'`,
  )
  return row === undefined ? undefined : { token: row[0], beats: row[1] ?? 0 }
}

/** A beat that fails is as good as none: whoever watches decides. */
function beat(lead: ServerNode): void {
  lead.command('INSERT INTO turn VALUES (1)').catch(() => {})
}

async function check(lead: ServerNode, token: string): Promise<void> {
  const holder = await holderOf(lead)
  if (holder?.token !== token) throw new Error('another process took over the turn to change records')
}

/** Only one process can move the table of a dead holder, because its new name is taken then. */
async function setAside(lead: ServerNode, token: string): Promise<void> {
  const aside = `turn_of_${token.replace(/\W/g, '_')}`
  try {
    await lead.command(`RENAME TABLE turn TO ${aside}`)
  } catch (error) {
    const number = numberOf(error)
    if (number !== EXISTS && number !== MISSING) throw error
  }
  await forget(lead, aside)
}

/** Tables that were set aside before; the last one stays, so that nobody who still watches it moves another by mistake. */
async function forget(lead: ServerNode, last: string): Promise<void> {
  const rows = await lead.query<[string]>(
    sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(name, 'turn_of_') AND name != ${text(last)}`,
  )
  for (const [name] of rows) await lead.command(`DROP TABLE IF EXISTS ${name}`)
}

async function release(lead: ServerNode, token: string): Promise<void> {
  try {
    const holder = await holderOf(lead)
    if (holder?.token === token) await lead.command('DROP TABLE IF EXISTS turn')
  } catch {
    // A turn that cannot be given back is taken over by whoever needs it.
  }
}
