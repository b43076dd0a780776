import { expect, it } from 'vitest'
import { readChoice } from './statistics.ts'

const read = (text: string) => readChoice(new URLSearchParams(text))

it('reads what an address asks for, and the usual where it cannot be counted', () => {
  expect(read('field=country&by=port&top=25&form=treemap')).toEqual({
    ...{ field: 'country', by: 'port', top: 25, form: 'treemap' },
  })
  expect(read('field=body&by=x&top=7&form=cake')).toEqual({ field: 'port', by: '', top: 10, form: 'bars' })
})

it('crosses no field with itself, and draws a line only where values have an order', () => {
  expect(read('field=port&by=port&form=line')).toMatchObject({ by: '', form: 'line' })
  expect(read('field=country&form=line').form).toBe('bars')
})
