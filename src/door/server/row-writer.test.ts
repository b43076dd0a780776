import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type Allowance, createAllowance } from './allowance.ts'
import { createRowWriter, printBytes } from './row-writer.ts'

const memoryOf = (allowance: Allowance) => allowance.open(1, () => undefined)

const written = (
  limit: number,
  flat: boolean,
  slices: readonly (readonly (readonly string[])[])[],
): string => {
  const writer = createRowWriter({ limit, flat, memory: memoryOf(createAllowance(1e12)) })
  for (const slice of slices) writer.write(slice)
  return Buffer.concat(writer.finish()).toString()
}

describe('rows as JSON', () => {
  const text = fc.string({ unit: 'binary' })
  const slices = fc.array(fc.array(fc.array(text, { minLength: 1 })))

  it('read back as the rows, however they were sliced', () => {
    fc.assert(
      fc.property(slices, (all) => {
        expect(JSON.parse(written(1e9, false, all))).toEqual(all.flat())
      }),
    )
  })

  it('read back as the rows also when their values are long and repeated', () => {
    const row = ['', 'é"\\\n'.repeat(30_000), 'x', 'x', '\ud800', 'a'.repeat(70_000)]
    const rows = [row, ['x'], [...row, ...row], []]
    expect(JSON.parse(written(1e9, false, [rows, rows]))).toEqual([...rows, ...rows])
  })

  it('encode a long value once for each row, however many times its field is asked for', () => {
    const encoded = vi.spyOn(JSON, 'stringify')
    const row = Array.from({ length: 190 }, () => 'a'.repeat(10_000))
    written(1e9, false, [[row, row]])
    const characters = encoded.mock.results.reduce((sum, { value }) => sum + String(value).length, 0)
    encoded.mockRestore()
    expect(characters).toBeLessThan(30_000)
  })

  it('read back as the first values when flat', () => {
    fc.assert(
      fc.property(slices, (all) => {
        expect(JSON.parse(written(1e9, true, all))).toEqual(all.flat().map(([first]) => first))
      }),
    )
  })

  it('stop as soon as the limit is passed', () => {
    const writer = createRowWriter({ limit: 1024, flat: false, memory: memoryOf(createAllowance(1e12)) })
    expect(() => {
      for (let row = 0; row < 1e9; row++) writer.write([['x'.repeat(100)]])
    }).toThrow('[-4] Params Error: the answer would exceed 1 KiB; ask for a smaller size')
  })

  it('stop when there is no memory for them', () => {
    const allowance = createAllowance(1000)
    const writerOf = () => createRowWriter({ limit: 1e9, flat: false, memory: memoryOf(allowance) })
    const [one, other] = [writerOf(), writerOf()]
    one.write([['x'.repeat(600)]])
    expect(() => other.write([['x'.repeat(600)]])).toThrow(
      '503 Service Unavailable: too many long answers are running',
    )
  })

  it.each([
    [256 * 1024 ** 2, '256 MiB'],
    [1024 ** 3, '1 GiB'],
    [1536, '1536 bytes'],
    [2048, '2 KiB'],
  ])('%i bytes are %s', (bytes, printed) => expect(printBytes(bytes)).toBe(printed))
})
