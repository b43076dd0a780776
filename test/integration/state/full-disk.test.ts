// Accounts on a full disk: a clear error, nothing half written, and work continues once there is room.
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openState } from '../../../src/state/index.ts'
import { mountDisk, unmountDisk } from '../../support/disk.ts'
import { addAccount, checkLedger } from '../../support/state.ts'

const mounted = mkdtempSync(join(tmpdir(), 'periplus-full-'))
const canMount = mountDisk(mounted, '8m')
afterAll(() => {
  if (canMount) unmountDisk(mounted)
  rmSync(mounted, { recursive: true, force: true })
})

it.skipIf(!canMount)(
  'a full disk is reported, and nothing of the change stays (skipped where no file system can be mounted)',
  async () => {
    const state = await openState({ file: join(mounted, 'state.sqlite') })
    await addAccount(state, 5, 'early')
    const ballast = join(mounted, 'ballast')
    const { bavail, bsize } = statfsSync(mounted)
    writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    const long = state.write(async (db) => {
      await db.insertInto('meta').values({ name: 'short', value: 'x' }).execute()
      await db
        .insertInto('meta')
        .values({ name: 'long', value: 'x'.repeat(1_000_000) })
        .execute()
    })
    await expect(long).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk of the accounts is full'),
    })
    expect(await state.db.selectFrom('meta').select('name').execute()).toEqual([{ name: 'database' }])
    rmSync(ballast)
    expect(await addAccount(state, 7, 'late')).toBe(2)
    expect(await checkLedger(state)).toEqual({ balance: 12, reserved: 0 })
    await state.close()
  },
)
