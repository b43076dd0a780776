import { describe, expect, it } from 'vitest'
import { fieldNamed } from '../../field/index.ts'
import type { FieldValues } from '../store.ts'
import { countUpTo } from './sharing.ts'

const [TITLE, JARM] = ['title', 'jarm'].map(fieldNamed) as [FieldValues['field'], FieldValues['field']]

interface Row {
  readonly host: string
  readonly title?: string
  readonly jarm?: string
}

/** Counts rows as a store does that stops reading a field at the bound. */
function counter(rows: readonly Row[]) {
  const asked: string[] = []
  return {
    asked,
    count: async (wanted: readonly FieldValues[], bound: number | undefined) => {
      asked.push(`${wanted.map(({ field, values }) => `${field.name} ${values.join()}`).join('; ')} ${bound}`)
      return wanted.flatMap(({ field, values }) => {
        const of = (row: Row): string => (field === TITLE ? row.title : row.jarm) ?? ''
        const read = rows
          .filter((row) => values.includes(of(row)))
          .slice(0, bound === undefined ? undefined : bound + 1)
        return values.flatMap((value) => {
          const hosts = new Set(read.filter((row) => of(row) === value).map(({ host }) => host))
          const records = read.filter((row) => of(row) === value).length
          return records === 0 ? [] : [{ field, value, records, hosts: hosts.size, some: [...hosts] }]
        })
      })
    },
  }
}

const many = (count: number, row: (index: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => row(index))

const figures = async (rows: readonly Row[], wanted: readonly FieldValues[]) => {
  const { asked, count } = counter(rows)
  const found = await countUpTo(count, wanted, { bound: 10, most: 3 })
  return {
    asked,
    found: found.map(({ value, records, hosts, isMore }) => [value, records, hosts, isMore === true]),
  }
}

describe('countUpTo', () => {
  it('counts all of rare values with one statement', async () => {
    const rows = many(10, (index) => ({ host: `h${index}`, title: index < 9 ? 'a' : 'b', jarm: 'j' }))
    const { asked, found } = await figures(rows, [
      { field: TITLE, values: ['a', 'b'] },
      { field: JARM, values: ['j'] },
    ])
    expect(asked).toEqual(['title a,b; jarm j 10'])
    expect(found).toEqual([
      ['a', 9, 9, false],
      ['b', 1, 1, false],
      ['j', 10, 10, false],
    ])
  })

  it('stops at a frequent value, and counts a rare one beside it completely', async () => {
    const rows = [
      ...many(30, (index) => ({ host: `h${index}`, title: 'a', jarm: 'j' })),
      { host: 'last', title: 'b' },
    ]
    const { asked, found } = await figures(rows, [
      { field: TITLE, values: ['a', 'b'] },
      { field: JARM, values: ['j'] },
    ])
    expect(asked).toEqual(['title a,b; jarm j 10', 'title a; title b 10'])
    expect(found).toEqual([
      ['b', 1, 1, false],
      ['j', 10, 11, true],
      ['a', 10, 11, true],
    ])
  })

  it('counts all records of a value that few hosts have', async () => {
    const rows = many(30, (index) => ({ host: `h${index % 2}`, title: 'a' }))
    const { asked, found } = await figures(rows, [{ field: TITLE, values: ['a'] }])
    expect(asked).toEqual(['title a 10', 'title a undefined'])
    expect(found).toEqual([['a', 30, 2, false]])
  })
})
