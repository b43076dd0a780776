import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { countryCode } from './country.ts'

interface Names {
  readonly countries: Readonly<Record<string, string | readonly string[]>>
}

const namesIn = (language: string): readonly (readonly [name: string, code: string])[] => {
  const { countries } = createRequire(import.meta.url)(`i18n-iso-countries/langs/${language}.json`) as Names
  return Object.entries(countries).flatMap(([code, names]) =>
    [names].flat().map((name) => [name, code] as const),
  )
}

describe('the code of a country', () => {
  it.each(['en', 'zh'])('is known for every name of a published list: %s', (language) => {
    const unknown = namesIn(language).filter(([name, code]) => countryCode(name) !== code)
    // Two letters are always a code, and `Congo` alone is the smaller of the two countries.
    expect(unknown).toEqual(
      language === 'en'
        ? [
            ['Congo', 'CD'],
            ['UK', 'GB'],
          ]
        : [],
    )
  })

  it.each([
    ['Saint Lucia', 'LC'],
    ['St. Lucia', 'LC'],
    ['U.S.A.', 'US'],
    ['Hong Kong SAR China', 'HK'],
    ['Macao SAR', 'MO'],
    ['中国大陆', 'CN'],
    ['南韩', 'KR'],
    ['cote d’ivoire', 'CI'],
    ['Atlantis', undefined],
    ['', undefined],
  ])('of %s is %s', (name, code) => {
    expect(countryCode(name)).toBe(code)
  })
})
