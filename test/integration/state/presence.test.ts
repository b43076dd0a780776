// Processes that share a database which is away for longer than a dead process is waited for.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Presence, type State } from '../../../src/state/index.ts'
import { describeStates } from '../../support/state.ts'

/** A state whose database can be away. */
function unreliable(state: State): State & { away: boolean } {
  const fail = (): never => {
    throw new Error('away')
  }
  return {
    ...state,
    away: false,
    get db() {
      return this.away ? fail() : state.db
    },
    async write(work) {
      return this.away ? fail() : state.write(work)
    },
  }
}

describeStates('a database that was away', ({ open, place }) => {
  it('does not make the living look dead', async () => {
    const where = await place()
    const states = [unreliable(await open(where)), unreliable(await open(where))] as const
    const presences = states.map((state) => {
      const presence = new Presence(state, { interval: 20, deadAfter: 500 })
      presence.heartbeatWhile(() => true)
      return presence
    })
    const owners = async () => (await states[1].db.selectFrom('owner').select('id').execute()).length
    const [one, other] = states
    for (let waited = 0; (await owners()) < 2; waited += 20) {
      expect(waited).toBeLessThan(10_000)
      await sleep(20)
    }
    const ids = async () => (await other.db.selectFrom('owner').select(['id', 'beat']).execute()).sort(byId)
    const before = await ids()
    for (const state of states) state.away = true
    await sleep(800)
    // The connection of the watcher is back a moment before that of the watched one.
    other.away = false
    await sleep(100)
    const between = await ids()
    one.away = false
    expect(between.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    for (const presence of presences) await presence.close()
  })
})

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1
}
