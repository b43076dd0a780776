import { describe, expect, it, vi } from 'vitest'
import {
  endReservations,
  listLedger,
  moveCoins,
  Presence,
  CoinReservations,
  type State,
} from '../../../src/state/index.ts'
import { addAccount, checkLedger, describeStates, readBalance } from '../../support/state.ts'

function openReservations(state: State, now?: () => number) {
  const presence = new Presence(state)
  const reservations = new CoinReservations(state, presence, now)
  const close = async () => {
    await reservations.close()
    await presence.close()
  }
  return { reservations, presence, close }
}

describeStates('coins', ({ open, place }) => {
  it('of 200 calls at once on 50 coins, exactly 50 are charged and 150 refused', async () => {
    const state = await open()
    const account = await addAccount(state, 50)
    const { reservations, close } = openReservations(state)
    const held = await Promise.all(
      Array.from({ length: 200 }, () => reservations.reserve(account, 1, 'search')),
    )
    const granted = held.filter((reservation) => reservation !== undefined)
    expect(granted).toHaveLength(50)
    expect(await readBalance(state.db, account)).toEqual({ balance: 50, reserved: 50 })
    const charges = await Promise.all(granted.map((reservation) => reservation.capture()))
    expect(charges).toEqual(granted.map(() => 1))
    expect(await checkLedger(state)).toEqual({ balance: 0, reserved: 0 })
    const ledger = await listLedger(state.db, account, Number.MAX_SAFE_INTEGER, 100)
    expect(ledger.filter(({ kind, amount }) => kind === 'charge' && amount === -1)).toHaveLength(50)
    await close()
  })

  it('of two processes that race for the last coin, one gets it, every time', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const processes = [openReservations(one), openReservations(two)] as const
    for (let round = 0; round < 15; round++) {
      const account = await addAccount(one, 1, `racer${round}`)
      const held = await Promise.all(
        processes.map(({ reservations }) => reservations.reserve(account, 1, 'search')),
      )
      expect(held.filter((reservation) => reservation !== undefined)).toHaveLength(1)
      await Promise.all(held.map((reservation) => reservation?.capture()))
    }
    expect(await checkLedger(two)).toEqual({ balance: 0, reserved: 0 })
    for (const { close } of processes) await close()
  })

  it('releases, captures in part and lets no reservation end twice', async () => {
    const state = await open()
    const account = await addAccount(state, 10)
    const { reservations, close } = openReservations(state)
    const released = await reservations.reserve(account, 4, 'search')
    await released?.release()
    expect(await released?.capture()).toBe(0)
    const parted = await reservations.reserve(account, 10, 'export')
    expect(await reservations.reserve(account, 1, 'search')).toBeUndefined()
    expect(await parted?.capture(3)).toBe(3)
    await parted?.release()
    expect(await parted?.capture()).toBe(0)
    expect(await readBalance(state.db, account)).toEqual({ balance: 7, reserved: 0 })
    const again = await state.write((db) =>
      endReservations(db, state.kind, [{ id: parted?.id ?? '', charge: 7 }], 0),
    )
    expect(again.size).toBe(0)
    await checkLedger(state)
    await close()
  })

  it('serves small wishes that fit beside large ones that do not, and each account on its own', async () => {
    const state = await open()
    const [rich, poor] = [await addAccount(state, 5, 'rich'), await addAccount(state, 1, 'poor')]
    const { reservations, close } = openReservations(state)
    const wishes = [
      [rich, 4],
      [rich, 2],
      [rich, 1],
      [poor, 2],
      [poor, 1],
      [999, 1],
    ] as const
    const held = await Promise.all(
      wishes.map(([account, amount]) => reservations.reserve(account, amount, 'x')),
    )
    expect(held.map((reservation) => reservation !== undefined)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ])
    await close()
    expect(await checkLedger(state)).toEqual({ balance: 6, reserved: 0 })
  })

  it('refuses amounts that are none', async () => {
    const state = await open()
    const account = await addAccount(state, 5)
    const { reservations, close } = openReservations(state)
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 60])
      await expect(reservations.reserve(account, amount, 'x')).rejects.toThrow('no amount of coins')
    await close()
  })

  it('never moves coins that running calls hold', async () => {
    const state = await open()
    const account = await addAccount(state, 5)
    const { reservations, close } = openReservations(state)
    await reservations.reserve(account, 3, 'search')
    const take = (amount: number) =>
      state.write((db) =>
        moveCoins(db, { accountId: account, amount, kind: 'correction', note: '', actorId: null, time: 0 }),
      )
    expect([await take(-3), await take(-2), await take(-1)]).toEqual([false, true, false])
    expect(await checkLedger(state)).toEqual({ balance: 3, reserved: 3 })
    await close()
  })

  it('frees coins whose settling the database did not take, once it answers again', async () => {
    const state = await open()
    const account = await addAccount(state, 5)
    const { reservations, close } = openReservations(state)
    const held = await reservations.reserve(account, 2, 'search')
    const write = vi.spyOn(state, 'write').mockRejectedValueOnce(new Error('the database is away'))
    await expect(held?.capture()).rejects.toThrow('away')
    write.mockRestore()
    expect(await held?.capture(), 'it has ended').toBe(0)
    expect(await readBalance(state.db, account)).toEqual({ balance: 5, reserved: 2 })
    await close()
    expect(await checkLedger(state)).toEqual({ balance: 5, reserved: 0 })
  })

  it('refuses every call of a moment in which the database fails, and serves the next', async () => {
    const state = await open()
    const account = await addAccount(state, 5)
    const { reservations, close } = openReservations(state)
    const write = vi.spyOn(state, 'write').mockRejectedValueOnce(new Error('the database is away'))
    const all = await Promise.allSettled(
      [1, 2, 3].map((amount) => reservations.reserve(account, amount, 'x')),
    )
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    write.mockRestore()
    expect(await reservations.reserve(account, 5, 'x')).toBeDefined()
    await close()
  })

  it('keeps the reservations of a process that lives and frees those of one that signed off', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const account = await addAccount(one, 2)
    const [first, second] = [openReservations(one), openReservations(two)]
    await first.reservations.reserve(account, 1, 'search')
    expect(await second.presence.buryDead()).toBe(0)
    expect(await readBalance(one.db, account)).toEqual({ balance: 2, reserved: 1 })
    await first.close()
    expect(await readBalance(one.db, account)).toEqual({ balance: 2, reserved: 0 })
    await second.close()
  })

  it('frees what a process of another machine held once its heartbeat has stopped for long', async () => {
    const where = await place()
    const [one, two] = await Promise.all([open(where), open(where)])
    const account = await addAccount(one, 2)
    const [far, watcher] = [openReservations(one), openReservations(two)]
    const held = await far.reservations.reserve(account, 1, 'search')
    await one.db.updateTable('owner').set({ place: 'elsewhere' }).execute()
    const clock = vi.spyOn(performance, 'now')
    clock.mockReturnValue(0)
    expect(await watcher.presence.buryDead()).toBe(0)
    clock.mockReturnValue(20_000)
    expect(await watcher.presence.buryDead()).toBe(0)
    await far.reservations.reserve(account, 1, 'search')
    clock.mockReturnValue(40_000)
    expect(await watcher.presence.buryDead(), 'it has beaten meanwhile').toBe(0)
    clock.mockReturnValue(75_000)
    expect(await watcher.presence.buryDead()).toBe(2)
    clock.mockRestore()
    expect(await held?.capture(), 'who was taken for dead charges nothing').toBe(0)
    expect(await readBalance(one.db, account)).toEqual({ balance: 2, reserved: 0 })
    expect(await far.reservations.reserve(account, 2, 'search'), 'and goes on as before').toBeDefined()
    expect(await checkLedger(one)).toEqual({ balance: 2, reserved: 2 })
    await far.close()
    await watcher.close()
  })
})

describe('a clock that jumps back', () => {
  it('leaves the order of the ledger as it happened', async () => {
    const { openState } = await import('../../../src/state/index.ts')
    const state = await openState({ file: ':memory:' })
    const account = await addAccount(state, 3)
    let now = 5000
    const { reservations, close } = openReservations(state, () => now)
    await (await reservations.reserve(account, 1, 'first'))?.capture()
    now = 1000
    await (await reservations.reserve(account, 1, 'second'))?.capture()
    const ledger = await listLedger(state.db, account, Number.MAX_SAFE_INTEGER, 2)
    expect(ledger.map(({ note, time }) => [note, time])).toEqual([
      ['second', 1000],
      ['first', 5000],
    ])
    await close()
    await state.close()
  })
})
