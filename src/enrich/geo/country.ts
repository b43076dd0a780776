// Names of countries in English, from the runtime's own data (CLDR).

// CLDR's long forms that nobody searches for.
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['HK', 'Hong Kong'],
  ['MO', 'Macao'],
  ['MM', 'Myanmar'],
  ['PS', 'Palestine'],
  ['CD', 'DR Congo'],
  ['CG', 'Congo'],
])

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The English name of a country by its ISO 3166-1 alpha-2 code in any case, `''` where there is none. */
export function countryName(code: string): string {
  const upper = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(upper) || upper === 'ZZ') return ''
  return PLAIN.get(upper) ?? names.of(upper) ?? ''
}
