import { describe, expect, it } from 'vitest'
import { Recall } from './recall.ts'

const HISTORY = ['c', 'b', 'a']

describe('recalling earlier queries', () => {
  it('goes back to the first and forth to what was being written', () => {
    const recall = new Recall()
    const seen = ['draft']
    for (const back of [true, true, true, true, false, false, false, false])
      seen.push(recall.move(HISTORY, seen.at(-1) ?? '', back) ?? (seen.at(-1) as string))
    expect(seen).toEqual(['draft', 'c', 'b', 'a', 'a', 'b', 'c', 'draft', 'draft'])
  })

  it('begins behind the query that is there already', () => {
    expect(new Recall().move(HISTORY, 'c', true)).toBe('b')
  })

  it('takes what was changed for a new draft', () => {
    const recall = new Recall()
    recall.move(HISTORY, '', true)
    expect(recall.move(HISTORY, 'c changed', true)).toBe('c')
    expect(recall.move(HISTORY, 'c', false)).toBe('c changed')
  })

  it('has nothing to bring of an empty history', () => {
    expect(new Recall().move([], 'x', true)).toBeUndefined()
    expect(new Recall().move([], 'x', false)).toBeUndefined()
  })
})
