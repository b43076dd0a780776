// The commit log on both databases: one holder of the lease, phases by compare-and-set, ids that only grow.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import type { CommitLog, Lease } from '../../../src/commit/index.ts'
import { COMMIT_LOG_TIMES, type CommitLogTimes, openCommitLog, type State } from '../../../src/state/index.ts'
import { describeStates } from '../../support/state.ts'

const logOf = (state: State, times: Partial<CommitLogTimes> = {}, store = 'one'): CommitLog =>
  openCommitLog(state, store, false, { ...COMMIT_LOG_TIMES, ...times })

async function acquired(log: CommitLog): Promise<Lease> {
  const lease = await log.acquire()
  if (lease === undefined) throw new Error('the lease is not free')
  return lease
}

async function newUnit(log: CommitLog, lease: Lease, kind: 'import' | 'removal' = 'import') {
  const unit = await log.begin(lease, { kind, condition: kind === 'removal' ? '{"parts":["1"]}' : '' })
  if (unit === undefined) throw new Error('the lease was lost')
  return unit
}

describeStates('the commit log', ({ open, place }) => {
  it('leads a unit through its phases, each change once', async () => {
    const log = logOf(await open())
    const lease = await acquired(log)
    const unit = await newUnit(log, lease)
    expect(await log.snapshot()).toMatchObject({
      last: 1,
      committed: 0,
      replaced: 0,
      open: [{ id: 1, phase: 'inserting', gone: false }],
    })
    expect(await log.advance(unit, 'inserting', 'replacing', true)).toBe(true)
    expect(await log.advance(unit, 'inserting', 'replacing', true)).toBe(false)
    expect(await log.snapshot()).toMatchObject({ committed: 1, replaced: 1, open: [{ phase: 'replacing' }] })
    expect(await log.advance(unit, 'replacing', 'done', true)).toBe(true)
    expect(await log.snapshot()).toEqual({ last: 1, committed: 1, replaced: 1, open: [] })
  })

  it('lets a removal count at once', async () => {
    const log = logOf(await open())
    await newUnit(log, await acquired(log), 'removal')
    expect(await log.snapshot()).toMatchObject({
      committed: 1,
      replaced: 1,
      open: [{ kind: 'removal', phase: 'replacing', condition: '{"parts":["1"]}' }],
    })
  })

  it('has one holder of the lease, until it is released', async () => {
    const where = await place()
    const [one, other] = [logOf(await open(where)), logOf(await open(where))]
    const [first, second] = await Promise.all([one.acquire(), other.acquire()])
    expect([first, second].filter((lease) => lease !== undefined)).toHaveLength(1)
    const lease = first ?? second
    if (lease === undefined) throw new Error('nobody has the lease')
    const [holder, loser] = first === undefined ? [other, one] : [one, other]
    expect(await loser.acquire()).toBeUndefined()
    await holder.release(lease)
    expect((await acquired(loser)).token).toBeGreaterThan(lease.token)
  })

  it('gives the lease to whoever waits for it, not to its busy holder again', async () => {
    const where = await place()
    const [busy, waiting] = [logOf(await open(where)), logOf(await open(where))]
    const lease = await acquired(busy)
    expect(await waiting.acquire()).toBeUndefined()
    await busy.release(lease)
    expect(await busy.acquire()).toBeUndefined()
    await waiting.release(await acquired(waiting))
    await acquired(busy)
  })

  it('lets another process take an expired lease over, and fences whoever had it', async () => {
    const where = await place()
    const [slow, other] = [logOf(await open(where), { lease: 1000 }), logOf(await open(where))]
    const lease = await acquired(slow)
    const unit = await newUnit(slow, lease)
    const taken = await eventually(() => acquired(other))
    await other.fence(taken)
    expect(await slow.renew(lease)).toBe(false)
    expect(await slow.begin(lease, { kind: 'import' })).toBeUndefined()
    expect(await slow.advance(unit, 'inserting', 'replacing', false)).toBe(false)
    const [found] = (await other.snapshot()).open
    if (found === undefined) throw new Error('the unit is gone')
    expect(await other.advance(found, 'inserting', 'aborted', false)).toBe(true)
    await slow.release(lease)
    expect(await other.renew(taken)).toBe(true)
  })

  it('hides an aborted unit until it is forgotten, and never gives an id out twice', async () => {
    const log = logOf(await open())
    const lease = await acquired(log)
    const unit = await newUnit(log, lease)
    await log.advance(unit, 'inserting', 'aborted', false)
    expect((await log.snapshot()).open).toHaveLength(1)
    await log.forget(unit.id)
    expect((await log.snapshot()).open).toEqual([])
    expect((await newUnit(log, lease)).id).toBe(2)
  })

  it('forgets what is done and old, the last of it aside', async () => {
    const log = logOf(await open(), { kept: 0 })
    const lease = await acquired(log)
    for (let count = 0; count < 4; count++) {
      const unit = await newUnit(log, lease)
      await log.advance(unit, 'inserting', 'done', false)
      await sleep(5)
    }
    expect(await newUnit(log, lease)).toMatchObject({ id: 5, forgotten: 4 })
    expect((await log.snapshot()).committed).toBe(4)
  })

  it('keeps the units of stores apart, and goes on behind what was adopted', async () => {
    const state = await open()
    const [one, other] = [logOf(state), logOf(state, {}, 'other')]
    await newUnit(one, await acquired(one))
    const lease = await acquired(other)
    expect((await other.snapshot()).last).toBe(0)
    await other.adopt(lease, 41)
    expect((await newUnit(other, lease)).id).toBe(42)
  })

  it('takes the lease of a process that ended at once', async () => {
    const state = await open()
    const log = logOf(state)
    await acquired(log)
    await state.write((db) => db.updateTable('write_lease').set({ process: '999999999 1' }).execute())
    expect(await log.acquire()).toBeDefined()
  })

  it('gets on when a process stops in the middle of a transaction', async () => {
    const where = await place()
    const [stopped, other] = [await open(where), await open(where)]
    if (stopped.kind === 'sqlite') return
    const lease = await acquired(logOf(stopped))
    const silence = Promise.withResolvers<void>()
    const halted = stopped.write(async (db) => {
      await db.updateTable('write_lease').set({ deadline: 0 }).execute()
      await silence.promise
    })
    halted.catch(() => {})
    await sleep(100)
    expect(await logOf(other).renew(lease)).toBe(true)
    silence.resolve()
    await expect(halted).rejects.toThrow(/503/)
  })
})
