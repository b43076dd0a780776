import { describe, expect, it } from 'vitest'
import { countryName } from './country.ts'

describe('the name of a country', () => {
  it.each([
    ['DE', 'Germany', 'en', 'Germany'],
    ['DE', '', 'en', 'Germany'],
    ['DE', 'Germany', 'zh', '德国'],
    ['XQ', 'Nowhere', 'zh', 'Nowhere'],
    ['<b>', '', 'zh', '<b>'],
    ['', '', 'zh', ''],
  ])('%s, stated as %s, in %s is %s', (code, stated, language, name) => {
    expect(countryName(code, stated, language)).toBe(name)
  })
})
