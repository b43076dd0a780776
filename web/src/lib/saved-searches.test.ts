import { expect, it } from 'vitest'
import { copyName, foldersOf, openedAt, ownersOf } from './saved-searches.ts'

const search = (id: number, folder: string, name: string) => ({
  ...{ id, name, folder, query: 'port=22', full: true, saved_at: '2026-11-20 10:00:00' },
  shared: 'no' as const,
})

it('lists searches by their folder, those outside first', () => {
  const named = [
    ['Customers', 'Customers/Acme'],
    ['', 'Alone'],
    ['Customers', 'Customers / Beta/Deep'],
    ['Audit', 'Audit/x'],
    ['', '/odd'],
  ] as const
  const found = foldersOf(named.map(([folder, name], index) => search(index, folder, name)))
  expect(found.map(({ name, searches }) => [name, searches.map(({ short }) => short)])).toEqual([
    ['', ['Alone', '/odd']],
    ['Audit', ['x']],
    ['Customers', ['Acme', 'Beta/Deep']],
  ])
})

it('lists shared searches by owner, under their whole names', () => {
  const shared = ['ben', 'ann', 'ben'].map((owner, id) => ({ ...search(id, 'a', `a/${id}`), owner }))
  expect(ownersOf(shared).map(({ name, searches }) => [name, searches.map(({ short }) => short)])).toEqual([
    ['ann', ['a/1']],
    ['ben', ['a/0', 'a/2']],
  ])
})

it('names a copy so that it replaces no search', () => {
  expect(copyName('a', ['b'])).toBe('a')
  expect(copyName('a', ['a', 'a (2)'])).toBe('a (3)')
})

it('counts what is new from when a search was saved, where it was not opened yet', () => {
  expect(openedAt(search(1, '', 'a'))).toBe('2026-11-20 10:00:00')
})
