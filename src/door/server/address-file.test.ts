import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { Turns, work } from '../../../test/support/turns.ts'
import { readAll } from './address-file.ts'

it('lets others run between the pieces of a list that has arrived already', async () => {
  const turns = new Turns()
  let pieces = 0
  const onPiece = (): void => {
    pieces++
    work()
  }
  await readAll(Readable.from(Array.from({ length: 8 }, () => Buffer.from('\r'))), onPiece)
  turns.stop()
  expect(pieces).toBe(8)
  expect(turns.count).toBeGreaterThanOrEqual(7)
})
