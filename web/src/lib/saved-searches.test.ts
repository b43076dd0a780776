import { expect, it } from 'vitest'
import { foldersOf, openedAt } from './saved-searches.ts'

const search = (id: number, name: string) => ({
  ...{ id, name, query: 'port=22', full: true, saved_at: '2026-11-20 10:00:00' },
})

it('lists searches by the folder in their name, those outside first', () => {
  const names = ['Customers/Acme', 'Alone', 'Customers / Beta/Deep', 'Audit/x', '/odd', 'odd/']
  const found = foldersOf(names.map((name, index) => search(index, name)))
  expect(found.map(({ name, searches }) => [name, searches.map(({ short }) => short)])).toEqual([
    ['', ['Alone', '/odd', 'odd/']],
    ['Audit', ['x']],
    ['Customers', ['Acme', 'Beta/Deep']],
  ])
})

it('counts what is new from when a search was saved, where it was not opened yet', () => {
  expect(openedAt(search(1, 'a'))).toBe('2026-11-20 10:00:00')
})
