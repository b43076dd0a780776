// Names of countries in English, from the runtime's data (CLDR).
import { memoize } from '../../util/index.ts'

// Short names in place of CLDR's long forms that nobody searches for.
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['HK', 'Hong Kong'],
  ['MO', 'Macao'],
  ['MM', 'Myanmar'],
  ['PS', 'Palestine'],
  ['CD', 'DR Congo'],
  ['CG', 'Congo'],
])

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

// A call of the runtime takes longer than the rest of a lookup.
const nameOf = memoize(300, (code) => {
  const upper = code.toUpperCase()
  if (!/^[A-Z]{2}$/.test(upper) || upper === 'ZZ') return ''
  return PLAIN.get(upper) ?? names.of(upper) ?? ''
})

/** The English name of a country by its ISO 3166-1 alpha-2 code in any case; `''` if unknown. */
export function countryName(code: string): string {
  return nameOf(code)
}
