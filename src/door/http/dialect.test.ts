import { describe, expect, it } from 'vitest'
import type { Operation } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'
import { inDialect } from './dialect.ts'

const search = { rows: true } as unknown as Operation
const other = { rows: undefined } as unknown as Operation

function read(dialect: 'live' | 'documented', fields: string | undefined, operation = search) {
  const given = (name: string): string | undefined => (name === 'fields' ? fields : `the ${name}`)
  const decoded = inDialect(operation, given, { dialect } as Account)
  return { fields: decoded.given('fields'), size: decoded.given('size'), spelling: decoded.spelling }
}

describe('a search in the dialect of its caller', () => {
  it('has the default fields of that dialect', () => {
    for (const none of [undefined, '', ' ']) {
      expect(read('live', none)).toMatchObject({ fields: 'host,ip,port', size: 'the size' })
      expect(read('documented', none).fields).toBe(none)
    }
    expect(read('live', 'icon,host').fields).toBe('icon,host')
    expect(read('live', undefined, other)).toMatchObject({ fields: undefined, spelling: undefined })
  })

  it('answers flat rows and the total as size only in dialect live', () => {
    const head = { size: 3, total: 7124 }
    const [live, documented] = [read('live', 'host').spelling, read('documented', 'host').spelling]
    expect([live?.flat(1), live?.flat(2), documented?.flat(1)]).toEqual([true, false, false])
    expect([live?.head(head), documented?.head(head)]).toEqual([{ ...head, size: 7124 }, head])
  })
})
