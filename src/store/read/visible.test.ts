import { describe, expect, it } from 'vitest'
import { firstWrite, type LogSnapshot, type OpenUnit } from '../../commit/index.ts'
import { toStatement } from '../../sql/index.ts'
import { hasMoved, replacedBy, visibleAt } from './visible.ts'

const unit = (id: number, phase: OpenUnit['phase'], kind: OpenUnit['kind'] = 'import'): OpenUnit => ({
  id,
  kind,
  phase,
  token: 1,
  condition: kind === 'removal' ? JSON.stringify({ parts: ['port = 80'] }) : '',
  gone: false,
})
const snapshot = (changes: Partial<LogSnapshot> = {}): LogSnapshot => ({
  last: 7,
  committed: 7,
  replaced: 3,
  open: [],
  ...changes,
})
const textOf = (one: LogSnapshot): string => {
  const { condition } = visibleAt(one)
  return condition === undefined ? '' : toStatement(condition).text
}

describe('the rows that readers see', () => {
  it('are all rows when no unit is open', () => {
    expect(visibleAt(snapshot()).condition).toBeUndefined()
  })

  it.each(['inserting', 'aborted'] as const)(
    'exclude those of a unit that is %s and of later ones',
    (phase) => {
      expect(textOf(snapshot({ last: 8, open: [unit(8, phase)] }))).toBe(
        `(write_id < ${firstWrite(9)} AND NOT (write_id BETWEEN ${firstWrite(8)} AND ${firstWrite(9) - 1}))`,
      )
    },
  )

  it('exclude those that a replacing unit replaces', () => {
    expect(textOf(snapshot({ last: 8, open: [unit(8, 'replacing')] }))).toBe(
      `(write_id < ${firstWrite(9)} AND NOT (write_id < ${firstWrite(8)} AND id IN (SELECT id FROM records WHERE (write_id BETWEEN ${firstWrite(8)} AND ${firstWrite(9) - 1}))))`,
    )
  })

  it('exclude the matches of a removal, unless they were inserted later', () => {
    expect(textOf(snapshot({ last: 8, open: [unit(8, 'replacing', 'removal')] }))).toBe(
      `(write_id < ${firstWrite(9)} AND NOT (write_id < ${firstWrite(8)} AND port = 80))`,
    )
  })
})

describe('what a unit deletes', () => {
  it('is never a row of the same or of a later unit, however late it is deleted', () => {
    expect(toStatement(replacedBy(unit(8, 'replacing'), 'records_local')).text).toContain(
      `(write_id < ${firstWrite(8)} AND id IN (SELECT id FROM records_local`,
    )
  })
})

describe('a read between two snapshots of the log', () => {
  it.each([
    ['nothing changed', snapshot(), snapshot(), false],
    ['a unit began', snapshot(), snapshot({ last: 8, open: [unit(8, 'inserting')] }), true],
    [
      'a unit began while one was open already',
      snapshot({ open: [unit(7, 'inserting')] }),
      snapshot({ last: 8, committed: 7, open: [unit(8, 'inserting')] }),
      false,
    ],
    ['a unit began to replace', snapshot({ open: [unit(7, 'inserting')] }), snapshot({ replaced: 7 }), true],
    ['a unit finished replacing', snapshot({ open: [unit(7, 'replacing')] }), snapshot(), false],
  ])('when %s', (_, before, after, moved) => {
    expect(hasMoved(before, after)).toBe(moved)
  })
})
