import { describe, expect, it } from 'vitest'
import { progressRateOf } from './progress-rate.ts'

describe('a rate', () => {
  it('is what was done between two marks, and what that means for the rest', () => {
    const rate = progressRateOf({ done: 100, time: 1000 }, { done: 300, time: 3000 }, 1000)
    expect(rate).toEqual({ rate: 100, left: 7 })
  })

  it.each([
    ['nothing has happened', { done: 100, time: 9000 }],
    ['too little time has passed', { done: 200, time: 1200 }],
    ['it went back', { done: 50, time: 9000 }],
  ])('is unknown when %s', (_, now) => {
    expect(progressRateOf({ done: 100, time: 1000 }, now, 1000)).toBeUndefined()
  })

  it('leaves nothing when more was done than there was', () => {
    expect(progressRateOf({ done: 0, time: 0 }, { done: 20, time: 1000 }, 10)?.left).toBe(0)
  })
})
