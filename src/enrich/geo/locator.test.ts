import { NOWHERE } from '../../asset/index.ts'
import { describe, expect, test } from 'vitest'
import { openLocator } from './locator.ts'

describe('the databases included in the program', () => {
  const locator = openLocator()

  test('report their date, licence and attribution', () => {
    for (const { name, built, licence, attribution } of locator.databases) {
      expect(name).not.toBe('')
      expect(built).toMatch(/^20\d\d-[01]\d-[0-3]\d$/)
      expect(licence).toBe('CC BY 4.0')
      expect(attribution).toContain('DB-IP (https://db-ip.com)')
    }
  })

  test('know well-known addresses of both families', () => {
    expect(locator.locate('8.8.8.8')).toMatchObject({
      country: 'US',
      country_name: 'United States',
      as_number: 15169,
      as_organization: 'Google LLC',
    })
    expect(locator.locate('2001:4860:4860::8888')).toMatchObject({ as_number: 15169 })
    const { latitude, longitude } = locator.locate('77.88.8.8')
    expect(latitude).toBeCloseTo(55.7, 0)
    expect(String(longitude)).toMatch(/^37\.\d{1,4}$/)
  })

  test.each(['198.18.0.1', '192.0.2.1', '127.0.0.1', '10.1.2.3', '2001:db8::1', '::1', 'fe80::1', ''])(
    'know no place and no network of %j',
    (ip) => {
      expect(locator.locate(ip)).toEqual(NOWHERE)
    },
  )
})

test('a missing file is reported by name when it is first needed', () => {
  const files = {
    name: 'x',
    built: '',
    licence: '',
    attribution: '',
    v4: 'no-such-file.v4',
    v6: 'no-such-file.v6',
  }
  const locator = openLocator({ city: files })
  expect(locator.databases[0]?.name).toBe('x')
  expect(() => locator.locate('192.0.2.1')).toThrow('no-such-file.v4')
})
