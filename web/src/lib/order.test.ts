import { expect, it } from 'vitest'
import { inOrder, nextOrder } from './order.ts'

const row = (port: string) => () => port
const ports = (direction: 'ascending' | 'descending') =>
  inOrder(['443', '', '80', '8080'].map(row), { column: 'port', direction }).map((result) => result('port'))

it('orders numbers as numbers, rows without a value last', () => {
  expect(ports('ascending')).toEqual(['80', '443', '8080', ''])
  expect(ports('descending')).toEqual(['8080', '443', '80', ''])
})

it('a column is ordered upwards, downwards and then no more', () => {
  const first = nextOrder(undefined, 'port')
  const second = nextOrder(first, 'port')
  expect([first?.direction, second?.direction, nextOrder(second, 'port')]).toEqual([
    'ascending',
    'descending',
    undefined,
  ])
  expect(nextOrder(first, 'host')).toEqual({ column: 'host', direction: 'ascending' })
})
