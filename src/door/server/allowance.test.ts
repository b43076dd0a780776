import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AnswerMemory, createAllowance } from './allowance.ts'

const FULL = '503 Service Unavailable: too many long answers are running'

/** Opens answers on one allowance and notes which were cut. */
function answers(limit: number) {
  const allowance = createAllowance(limit)
  const cut: string[] = []
  const sent = (name: string, account: number, bytes: number): AnswerMemory => {
    const answer = allowance.open(account, () => cut.push(name))
    answer.take(bytes)
    answer.send()
    return answer
  }
  return { allowance, cut, sent }
}

describe('the memory of answers', () => {
  it('is released once', () => {
    const { allowance, sent } = answers(1000)
    const one = sent('one', 1, 600)
    expect(() => sent('other', 1, 600)).toThrow(FULL)
    one.release()
    one.release()
    sent('third', 1, 600)
    expect(allowance.taken()).toBe(600)
  })

  it('is not taken for an answer whose caller is gone: nobody would release it', () => {
    const { allowance, sent } = answers(1000)
    const one = sent('one', 1, 600)
    one.release()
    one.take(900)
    expect([one.taken(), allowance.taken()]).toEqual([0, 0])
  })

  it('that one account holds goes to another, the answer that began first', () => {
    const { cut, sent } = answers(1000)
    for (const name of ['first', 'second', 'third']) sent(name, 1, 300)
    sent('of another', 2, 200)
    expect(cut).toEqual(['first'])
    sent('of another again', 2, 250)
    expect(cut).toEqual(['first', 'second'])
  })

  it('is not taken from an account that holds as little', () => {
    const { cut, sent } = answers(1000)
    sent('one', 1, 500)
    expect(() => sent('two', 2, 501)).toThrow(FULL)
    expect(() => sent('three', 2, 5000)).toThrow(FULL)
    expect(cut).toEqual([])
  })

  it('is not taken from an answer that is not being sent yet', () => {
    const { allowance, cut, sent } = answers(1000)
    allowance.open(1, () => cut.push('built')).take(900)
    expect(() => sent('other', 2, 200)).toThrow(FULL)
    expect(cut).toEqual([])
  })

  it('never exceeds the limit', () => {
    const step = fc.record({
      account: fc.integer({ min: 1, max: 4 }),
      bytes: fc.integer({ min: 1, max: 900 }),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { allowance, sent } = answers(1000)
        for (const { account, bytes } of steps) {
          try {
            sent('', account, bytes)
          } catch (error) {
            expect(String(error)).toContain(FULL)
          }
          expect(allowance.taken()).toBeLessThanOrEqual(1000)
        }
      }),
    )
  })
})
