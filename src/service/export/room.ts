// The space that exports may use: a quota for each account, and a reserve of the disk that stays free.
import { statfs } from 'node:fs/promises'
import { AppError } from '../../error/index.ts'

/** The most bytes of the exports of one account, and the bytes of the disk that stay free. */
export interface RoomLimits {
  readonly quota: number
  readonly reserve: number
}

/** Fails when a file of `bytes` bytes must not grow. */
export type CheckRoom = (bytes: number) => Promise<void>

/** The check for one file; `used` is the size of other exports of the account. */
export function checkRoom(limits: RoomLimits, directory: string, used: number): CheckRoom {
  return async (bytes) => {
    if (used + bytes > limits.quota) throw overQuota(limits.quota)
    const { bavail, bsize } = await statfs(directory)
    if (bavail * bsize < limits.reserve) throw diskLow()
  }
}

function overQuota(quota: number): AppError {
  return new AppError(
    'params',
    `[-4] Params Error: the exports of this account may take ${quota} bytes together (export.quota); narrow the query, ask for fewer fields, or wait until older exports expire`,
  )
}

function diskLow(): AppError {
  return new AppError(
    'unavailable',
    '503 Service Unavailable: the disk of the server is almost full (export.diskReserve); tell its administrator',
  )
}
