import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Account } from '../../service/account/index.ts'
import { withoutAbsent } from './dialect.ts'

const of = (dialect: 'live' | 'documented', fields: string | undefined) => {
  const parameter = (name: string): string | undefined => (name === 'fields' ? fields : `the ${name}`)
  const { given: reduced, layout } = withoutAbsent(parameter, { dialect } as Account)
  expect(reduced('size')).toBe('the size')
  return { fields: reduced('fields'), layout }
}

describe('fields of the hosted service that nothing tells', () => {
  it('are taken out for programs written for it, and their places kept', () => {
    expect(of('live', 'icon, host,Banner_Fid ,ip')).toEqual({
      fields: 'host,ip',
      layout: [undefined, 0, undefined, 1],
    })
  })

  it('are not those that records hold: whether a certificate was found valid', () => {
    const fields = 'host,certs_is_valid,cert_is_valid,certs_valid'
    expect(of('live', fields)).toEqual({ fields, layout: undefined })
  })

  it('leave a field to search by when they are alone', () => {
    expect(of('live', 'cname_domain')).toEqual({ fields: 'host', layout: [undefined] })
  })

  it('stay unknown for everybody else', () => {
    expect(of('documented', 'icon,host')).toEqual({ fields: 'icon,host', layout: undefined })
  })

  it('change nothing where none is named', () => {
    const other = fc.string({ unit: fc.constantFrom(...'abchost,. ') })
    fc.assert(
      fc.property(other, (fields) => {
        expect(of('live', fields)).toEqual({ fields, layout: undefined })
      }),
    )
    expect(of('live', undefined)).toEqual({ fields: undefined, layout: undefined })
  })
})
