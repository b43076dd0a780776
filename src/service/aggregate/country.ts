// Names of countries in English, from the runtime's own data (CLDR).
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** The English name of a country by its code in any case; empty where the code means none. */
export function countryName(code: string): string {
  return /^[a-z]{2}$/i.test(code) ? (names.of(code.toUpperCase()) ?? '') : ''
}
