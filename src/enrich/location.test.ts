import { describe, expect, test } from 'vitest'
import { assetOf, munich } from '../../test/support/enriched.ts'
import { NOWHERE } from '../asset/index.ts'

describe('location and network', () => {
  test('are derived from the address', () => {
    expect(assetOf({})).toMatchObject({ ...munich, isp: munich.as_organization })
    expect(assetOf({ reached: 'example.com', stated: { ip: '192.0.2.7' } })).toMatchObject({
      ...munich,
      ip: '192.0.2.7',
    })
  })

  test('are unknown without an address', () => {
    expect(assetOf({ reached: 'example.com' })).toMatchObject({ ...NOWHERE, ip: '' })
  })

  test('isp comes from a lookup of the address, never from the organisation that the source states', () => {
    const locator = { locate: () => ({ ...munich, isp: 'Example Telecom' }), databases: [] }
    expect(assetOf({}, { locator }).isp).toBe('Example Telecom')
    expect(assetOf({ stated: { as_organization: 'Example' } }).isp).toBe(munich.as_organization)
  })
})
