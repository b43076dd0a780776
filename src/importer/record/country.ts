// Codes of countries by their names in the languages that tables are written in.

const LANGUAGES = ['zh-Hans', 'ja', 'ru', 'en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl'] as const

let codes: ReadonlyMap<string, string> | undefined

/** Names that nobody but people uses. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    中国香港: 'HK',
    香港: 'HK',
    中国台湾: 'TW',
    台湾: 'TW',
    中国澳门: 'MO',
    澳门: 'MO',
    美国: 'US',
    アメリカ: 'US',
    сша: 'US',
    usa: 'US',
    'états-unis d’amérique': 'US',
    'vereinigte staaten von amerika': 'US',
    großbritannien: 'GB',
    'great britain': 'GB',
  }),
)

function namesIn(language: string): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const all = letters.flatMap((first) => letters.map((second) => first + second))
  return all.flatMap((code) => {
    const name = names.of(code)
    return name === undefined || code === 'ZZ' ? [] : [[name.toLowerCase(), code] as const]
  })
}

/** The code of a country by its name in one of the languages; undefined for anything else. */
export function codeOfCountry(name: string): string | undefined {
  if (name.length > 60) return undefined
  const key = name.trim().toLowerCase()
  // Where two languages share a word, the first counts.
  codes ??= new Map([...LANGUAGES].reverse().flatMap(namesIn))
  return OTHER_NAMES.get(key) ?? codes.get(key)
}
