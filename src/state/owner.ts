// The processes that hold reservations and jobs, and which of them have died. Clocks of processes are never compared: a process on
// the same machine is looked up in the process table; any other counts as dead when its heartbeat counter has not changed for long.
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Selectable } from 'kysely'
import { freeJobs } from './job.ts'
import { releaseReservations } from './reservation.ts'
import type { DatabaseKind, Db, OwnerTable } from './schema.ts'

/** A process as others see it. */
export type OwnerRow = Selectable<OwnerTable>

/** A new owner row for this process. */
export function describeOwner(): OwnerRow {
  return { id: randomUUID(), place: describeMachine(), process: describeProcess(process.pid), beat: 0 }
}

// One running system and one table of process ids: containers share the first and not the second.
function describeMachine(): string {
  return [
    hostname(),
    orNothing(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    orNothing(() => readlinkSync('/proc/self/ns/pid')),
  ].join(' ')
}

/** Process id and start time, because ids are reused; the id alone where the system does not report start times. */
function describeProcess(pid: number): string {
  const text = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The name in brackets may itself contain blanks and brackets; the 20th word after it is the start time.
  const started = text.slice(text.lastIndexOf(')') + 2).split(' ')[19]
  return `${pid} ${started ?? ''}`.trim()
}

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

/** Whether a process on this machine is certainly gone. False for processes on other machines. */
export function isGone(owner: OwnerRow, self: OwnerRow): boolean {
  if (owner.place !== self.place || owner.id === self.id) return false
  const pid = Number(owner.process.split(' ')[0])
  if (describeProcess(pid) !== owner.process) return true
  return !isRunning(pid)
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Records that the owner is alive, and restores its row if another process considered it dead. Also locks the row until the commit.
 */
export async function recordHeartbeat(db: Db, owner: OwnerRow): Promise<void> {
  const result = await db
    .updateTable('owner')
    .set((e) => ({ beat: e('beat', '+', 1) }))
    .where('id', '=', owner.id)
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) return
  // Must differ from the number that observers saw unchanged.
  const beat = Math.floor(Math.random() * 2 ** 40)
  await db
    .insertInto('owner')
    .values({ ...owner, beat })
    .execute()
}

/** The other processes that have registered. */
export async function listOwners(db: Db, self: OwnerRow): Promise<OwnerRow[]> {
  return db.selectFrom('owner').selectAll().where('id', '<>', self.id).execute()
}

/**
 * Removes a dead owner and releases what it held, unless it sent a heartbeat since it was read. Returns the number of released
 * reservations and jobs.
 */
export async function removeOwner(db: Db, kind: DatabaseKind, owner: OwnerRow): Promise<number> {
  const result = await db
    .deleteFrom('owner')
    .where('id', '=', owner.id)
    .where('beat', '=', owner.beat)
    .executeTakeFirst()
  if (result.numDeletedRows === 0n) return 0
  return (await releaseReservations(db, kind, owner.id)) + (await freeJobs(db, owner.id, 1))
}

/** Releases what a process that shuts down still holds, and removes its row. */
export async function releaseOwner(db: Db, kind: DatabaseKind, id: string): Promise<void> {
  await db.deleteFrom('owner').where('id', '=', id).execute()
  await releaseReservations(db, kind, id)
  await freeJobs(db, id, 0)
}
