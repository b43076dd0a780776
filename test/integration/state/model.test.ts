import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  listLedger,
  moveCoins,
  Presence,
  CoinReservations,
  type Reservation,
  type State,
} from '../../../src/state/index.ts'
import { addAccount, checkLedger, describeStates, readBalance } from '../../support/state.ts'

/** The coins of one account as anybody would write them down on paper, and the real ones beside them. */
class Bench {
  balance = 0
  readonly held: { reservation: Reservation; amount: number }[] = []
  readonly state: State
  readonly account: number
  presence: Presence
  reservations: CoinReservations

  constructor(state: State, account: number) {
    this.state = state
    this.account = account
    this.presence = new Presence(state)
    this.reservations = new CoinReservations(state, this.presence)
  }

  get free(): number {
    return this.held.reduce((rest, { amount }) => rest - amount, this.balance)
  }

  async move(amount: number): Promise<void> {
    const kind = amount > 0 ? 'grant' : 'correction'
    const movement = { accountId: this.account, amount, kind, note: '', actorId: null, time: 0 } as const
    const moved = await this.state.write((db) => moveCoins(db, movement))
    expect(moved).toBe(this.free + amount >= 0)
    if (moved) this.balance += amount
  }

  async reserve(amounts: readonly number[]): Promise<void> {
    const all = await Promise.all(
      amounts.map((amount) => this.reservations.reserve(this.account, amount, 'x')),
    )
    for (const [index, amount] of amounts.entries()) {
      const reservation = all[index]
      expect(reservation !== undefined).toBe(amount <= this.free)
      if (reservation !== undefined) this.held.push({ reservation, amount })
    }
  }

  async end(which: number, charge: number): Promise<void> {
    const [one] = this.held.splice(which % Math.max(1, this.held.length), 1)
    if (one === undefined) return
    const spent = Math.min(charge, one.amount)
    expect(await one.reservation.capture(charge)).toBe(spent)
    this.balance -= spent
  }

  async restart(): Promise<void> {
    await this.reservations.close()
    await this.presence.close()
    this.held.length = 0
    this.presence = new Presence(this.state)
    this.reservations = new CoinReservations(this.state, this.presence)
  }

  async check(): Promise<void> {
    const reserved = this.balance - this.free
    expect(await readBalance(this.state.db, this.account)).toEqual({ balance: this.balance, reserved })
    await checkLedger(this.state)
  }
}

const step = fc.oneof(
  fc
    .integer({ min: -6, max: 6 })
    .filter(Boolean)
    .map((amount) => (bench: Bench) => bench.move(amount)),
  fc
    .array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 })
    .map((amounts) => (bench: Bench) => bench.reserve(amounts)),
  fc.tuple(fc.nat(9), fc.nat(6)).map(
    ([which, charge]) =>
      (bench: Bench) =>
        bench.end(which, charge),
  ),
  fc.constant((bench: Bench) => bench.restart()),
)

describeStates('coins, whatever happens in whatever order,', ({ open }) => {
  it('are what a plain account of them says', async () => {
    const state = await open()
    let runs = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const bench = new Bench(state, await addAccount(state, 0, `run${runs++}`))
      await bench.move(12)
      for (const act of steps) {
        await act(bench)
        await bench.check()
      }
      await bench.restart()
      const ledger = await listLedger(state.db, bench.account, Number.MAX_SAFE_INTEGER, 1000)
      expect(ledger.reduce((sum, { amount }) => sum + amount, 0)).toBe(bench.balance)
    })
    await fc.assert(property, { numRuns: 25 })
  })
})
