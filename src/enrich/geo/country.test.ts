import { expect, test } from 'vitest'
import { countryName } from './country.ts'

test.each([
  ['DE', 'Germany'],
  ['us', 'United States'],
  ['KR', 'South Korea'],
  ['HK', 'Hong Kong'],
  ['TW', 'Taiwan'],
  ['ZZ', ''],
  ['', ''],
  ['D', ''],
  ['DEU', ''],
  ['12', ''],
])('%j is the country %j', (code, name) => {
  expect(countryName(code)).toBe(name)
})
