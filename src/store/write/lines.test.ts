import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Lines } from './lines.ts'

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.integer({ min: 0, max: 400_000 }).map((length) => 'é'.repeat(length)),
)

describe('lines', () => {
  it('are returned by number, and in pieces without excluded lines', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, fc.boolean()), { maxLength: 12 }), (given) => {
        const lines = new Lines()
        for (const [text] of given) lines.add(`${text}\n`)
        expect(given.map((_, number) => lines.text(number))).toEqual(given.map(([text]) => `${text}\n`))
        const left = new Set(given.flatMap(([, out], number) => (out ? [number] : [])))
        const kept = given.filter(([, out]) => !out).map(([text]) => `${text}\n`)
        expect(Buffer.concat([...lines.pieces(left)]).toString()).toBe(kept.join(''))
        expect(lines.count).toBe(given.length)
        expect(lines.bytes).toBe(Buffer.byteLength(given.map(([text]) => `${text}\n`).join('')))
      }),
      { numRuns: 50 },
    )
  })

  it('have heads that can be read and replaced separately, also after a transfer between threads', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, line, line), { maxLength: 6 }), (given) => {
        const lines = new Lines()
        for (const [body, head] of given) lines.add(body, `${head}\n`)
        const unpacked = Lines.unpack(structuredClone(lines.pack()))
        const others = new Lines()
        for (const [number, [, , head]] of given.entries()) others.addFrom(unpacked, number, `${head}\n`)
        expect(given.map((_, number) => unpacked.head(number))).toEqual(given.map(([, head]) => `${head}\n`))
        expect(Buffer.concat([...others.pieces(new Set())]).toString()).toBe(
          given.map(([body, , head]) => `${body}${head}\n`).join(''),
        )
      }),
      { numRuns: 50 },
    )
  })
})
