import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSample } from '../detect.ts'
import { peekObjects } from './peek.ts'

const peek = (text: string): unknown => peekObjects(makeSample('x', Buffer.from(text), false))

describe('the first objects of a sample', () => {
  it.each<[string, unknown]>([
    ['{"a":1}\n{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['[{"a":1}, {"a":2}', [{ a: 1 }, { a: 2 }]],
    ['{"a":1,"b":[{"c":"d"},{"e":"f', [{ a: 1, b: [{ c: 'd' }, {}] }]],
    ['{"a":"x{[,\\"", "b"', [{ a: 'x{[,"' }]],
    ['{"a', [{}]],
    ['{"a":[1,2', [{ a: [1] }]],
    ['no JSON', []],
    ['{broken: 1}', []],
    ['"text"', []],
    ['{"a":1}'.repeat(20), Array.from({ length: 8 }, () => ({ a: 1 }))],
  ])('%j', (text, objects) => expect(peek(text)).toEqual(objects))

  it('are a beginning of the first one wherever the sample ends', () => {
    const record = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(record, fc.nat(), (value, at) => {
        const text = JSON.stringify(value)
        const [first] = peek(text.slice(0, 1 + (at % text.length))) as Record<string, unknown>[]
        expect(first).toBeDefined()
        expect(Object.keys(value).slice(0, Object.keys(first ?? {}).length)).toEqual(Object.keys(first ?? {}))
      }),
    )
  })
})
