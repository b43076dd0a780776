import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readAll } from './address-file.ts'

it('lets others run between the pieces of a list that has arrived already', async () => {
  let turns = 0
  const count = (): void => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  let pieces = 0
  const work = (): void => {
    pieces++
    const start = performance.now()
    while (performance.now() - start < 12);
  }
  await readAll(Readable.from(Array.from({ length: 8 }, () => Buffer.from('\r'))), work)
  clearImmediate(timer)
  expect(pieces).toBe(8)
  expect(turns).toBeGreaterThanOrEqual(7)
})
