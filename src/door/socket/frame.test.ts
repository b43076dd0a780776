import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { StoredRows } from '../../store/index.ts'
import { frameOf, LAST_FRAME, readFrames } from './frame.ts'

const piece = fc.record({
  kind: fc.constant('records' as const),
  columns: fc.array(fc.string()),
  count: fc.nat(),
  lines: fc.uint8Array({ maxLength: 300 }),
})

async function* chunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(bytes: Buffer, size: number): Promise<StoredRows[]> {
  const pieces: StoredRows[] = []
  for await (const one of readFrames(chunks(bytes, size), (failed) => new Error(String(failed)))) {
    pieces.push({ ...one, lines: new Uint8Array(one.lines) })
  }
  return pieces
}

it('pieces arrive as they were sent, however the stream is cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 5 }),
      fc.integer({ min: 1, max: 400 }),
      async (pieces, size) => {
        const sent = Buffer.concat([...pieces.map(frameOf), Buffer.from(LAST_FRAME)])
        expect(await read(sent, size)).toEqual(
          pieces.map((one) => ({ ...one, lines: new Uint8Array(one.lines) })),
        )
      },
    ),
  )
})

it('a stream that ends early is an error, wherever that is', async () => {
  await fc.assert(
    fc.asyncProperty(piece, fc.nat(), async (one, cut) => {
      const whole = Buffer.concat([frameOf(one), Buffer.from(LAST_FRAME)])
      await expect(read(whole.subarray(0, cut % (whole.length - 1)), 7)).rejects.toThrow(
        'the server went away',
      )
    }),
  )
})

it('the failure of the sender is reported', async () => {
  await expect(read(Buffer.from('{"failed":"no memory"}\n'), 5)).rejects.toThrow('no memory')
})
