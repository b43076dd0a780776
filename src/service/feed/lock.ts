// Serializes changes of a directory's feeds across processes: a server and a command, or two commands.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAppError } from '../../error/index.ts'
import { lockDirectory } from '../../disk/index.ts'

const LOOK_MS = 50

/** Runs work while no other process changes the feeds; waits up to `limit` milliseconds, and then fails with `input`. */
export async function withFeeds<Result>(
  directory: string,
  limit: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // Names of feeds contain no dot.
  const lock = join(directory, 'feeds.lock')
  mkdirSync(lock, { recursive: true, mode: 0o700 })
  const unlock = await take(lock, performance.now() + limit)
  try {
    return await work()
  } finally {
    unlock()
  }
}

async function take(directory: string, until: number): Promise<() => void> {
  for (;;) {
    try {
      return lockDirectory(directory)
    } catch (error) {
      if (!isAppError(error) || performance.now() > until) throw error
    }
    await sleep(LOOK_MS)
  }
}
