// The order of the rows of a table: that of the answer, or by a column.
import type { Column } from './columns.ts'
import type { Result } from './record.ts'

/** By which column, and which way. */
export interface Order {
  readonly column: Column
  readonly direction: 'ascending' | 'descending'
}

/** The order after a press on the head of a column: ascending, descending, then that of the answer again. */
export function nextOrder(order: Order | undefined, column: Column): Order | undefined {
  if (order?.column !== column) return { column, direction: 'ascending' }
  return order.direction === 'ascending' ? { column, direction: 'descending' } : undefined
}

/** The rows in an order. Numbers within texts count as numbers, and rows without a value come last. */
export function inOrder(results: readonly Result[], order: Order | undefined): readonly Result[] {
  if (order === undefined) return results
  const { column, direction } = order
  const sign = direction === 'ascending' ? 1 : -1
  return [...results].sort((a, b) => {
    const [left, right] = [a(column), b(column)]
    if (left === '' || right === '') return Number(left === '') - Number(right === '')
    return sign * COLLATOR.compare(left, right)
  })
}

const COLLATOR = new Intl.Collator('en', { numeric: true })
