// Countries by code and by name. Names in English and Chinese come from the runtime's Unicode CLDR; common short names that the
// CLDR lacks are added.

/** The two-letter code of a country given by code or by its English or Chinese name; undefined for anything else. */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^[a-z][a-z\d]$/i.test(trimmed)) return trimmed.toUpperCase()
  return namesOfCountries().get(folded(trimmed))
}

/** Every name of a country in its usual spelling, for suggestions. */
export function countryNames(): Iterable<string> {
  return namesOfCountries().keys()
}

/** The English name of a country by its code; undefined for other codes. */
export function englishCountryName(code: string): string | undefined {
  return RETIRED.has(code) ? undefined : display('en').of(code)
}

let known: ReadonlyMap<string, string> | undefined

function namesOfCountries(): ReadonlyMap<string, string> {
  known ??= new Map([...cldrNames(), ...SHORT_NAMES.map(([code, name]) => [folded(name), code] as const)])
  return known
}

/** Case, accents, dots, apostrophes and a leading article do not matter. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}.,'’‘]/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[\s_-]+/g, ' ')
    .replace(/^the /, '')
    .replace(/^saint /, 'st ')
    .replace(/ \(?sar(?: china)?\)?$/, '')
    .trim()
}

function* cldrNames(): Iterable<readonly [name: string, code: string]> {
  for (const language of ['zh', 'en']) {
    const names = display(language)
    for (const code of twoLetters()) {
      const name = RETIRED.has(code) ? undefined : names.of(code)
      if (name !== undefined) yield [folded(name), code]
    }
  }
}

function display(language: string): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
}

// Codes that CLDR names after the successor country, and codes of no country.
const RETIRED: ReadonlySet<string> = new Set([
  ...['AN', 'BU', 'CS', 'DD', 'DY', 'FX', 'HV', 'NH', 'NT', 'RH', 'SU', 'TP', 'UK', 'VD', 'YD', 'YU', 'ZR'],
  ...['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'],
])

function* twoLetters(): Iterable<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const first of letters) for (const second of letters) yield first + second
}

const SHORT_NAMES: readonly (readonly [code: string, name: string])[] = [
  ['AE', 'UAE'],
  ['AE', '阿联酋'],
  ['BA', 'Bosnia'],
  ['BA', '波黑'],
  ['BN', 'Brunei Darussalam'],
  ['BO', 'Bolivia, Plurinational State of'],
  ['CD', 'DR Congo'],
  ['CD', 'Democratic Republic of the Congo'],
  ['CG', 'Republic of the Congo'],
  ['CG', 'Congo'],
  ['CI', 'Ivory Coast'],
  ['CN', "People's Republic of China"],
  ['CN', 'PRC'],
  ['CN', 'Mainland China'],
  ['CN', '中华人民共和国'],
  ['CV', 'Cabo Verde'],
  ['CZ', 'Czech Republic'],
  ['FM', 'Micronesia, Federated States of'],
  ['GB', 'Great Britain'],
  ['GB', 'Britain'],
  ['GB', 'England'],
  ['HK', 'Hong Kong'],
  ['HK', 'HongKong'],
  ['HK', '香港'],
  ['HK', '中国香港'],
  ['IR', 'Iran, Islamic Republic of'],
  ['KP', 'North Korea'],
  ['KR', 'South Korea'],
  ['KR', 'Korea'],
  ['KR', 'Republic of Korea'],
  ['KR', 'Korea, Republic of'],
  ['LA', "Lao People's Democratic Republic"],
  ['MD', 'Moldova, Republic of'],
  ['MK', 'Macedonia'],
  ['MM', 'Burma'],
  ['MO', 'Macao'],
  ['MO', 'Macau'],
  ['MO', '澳门'],
  ['MO', '中国澳门'],
  ['NL', 'Holland'],
  ['PS', 'Palestine'],
  ['RU', 'Russian Federation'],
  ['RU', '俄国'],
  ['SA', '沙特'],
  ['SK', 'Slovak Republic'],
  ['SY', 'Syrian Arab Republic'],
  ['SZ', 'Swaziland'],
  ['TL', 'East Timor'],
  ['TR', 'Turkey'],
  ['TR', 'Turkiye'],
  ['TW', 'Taiwan, Province of China'],
  ['TW', '中国台湾'],
  ['TW', '台灣'],
  ['TZ', 'Tanzania, United Republic of'],
  ['US', 'United States of America'],
  ['US', 'USA'],
  ['US', 'America'],
  ['US', '美利坚合众国'],
  ['VA', 'Vatican'],
  ['VE', 'Venezuela, Bolivarian Republic of'],
  ['BL', 'Saint Barthélemy'],
  ['BQ', 'Bonaire, Sint Eustatius and Saba'],
  ['BQ', '荷兰加勒比区'],
  ['AX', '奥兰'],
  ['CF', '中非'],
  ['CN', '中国大陆'],
  ['CN', '大陆'],
  ['CZ', 'Czech'],
  ['DO', '多米尼加'],
  ['AE', 'Emirates'],
  ['EH', '阿拉伯撒哈拉民主共和国'],
  ['FK', 'Falkland Islands (Malvinas)'],
  ['FM', '密克罗尼西亚联邦'],
  ['GB', 'U.K.'],
  ['GB', '英格兰'],
  ['GG', '根西'],
  ['GM', 'Republic of the Gambia'],
  ['GS', 'South Georgia and the South Sandwich Islands'],
  ['HK', '香港特别行政区'],
  ['HM', 'Heard Island and McDonald Islands'],
  ['ID', '印尼'],
  ['IR', 'Islamic Republic of Iran'],
  ['JE', '泽西'],
  ['KN', 'Saint Kitts and Nevis'],
  ['KP', 'DPRK'],
  ['KP', '北韩'],
  ['KR', 'S. Korea'],
  ['KR', 'Korea, South'],
  ['KR', '南韩'],
  ['AU', '澳洲'],
  ['MF', 'Saint Martin (French part)'],
  ['MK', 'Republic of North Macedonia'],
  ['MM', 'Myanmar'],
  ['MO', '澳门特别行政区'],
  ['NL', 'Netherlands (Kingdom of the)'],
  ['NZ', '纽西兰'],
  ['PM', 'Saint Pierre and Miquelon'],
  ['PM', '圣皮埃尔和密克隆'],
  ['PN', 'Pitcairn'],
  ['PS', 'State of Palestine'],
  ['PS', '巴勒斯坦'],
  ['RU', '俄罗斯联邦'],
  ['SH', 'Saint Helena'],
  ['SH', '圣赫勒拿、阿森松和特里斯坦-达库尼亚'],
  ['SX', 'Sint Maarten (Dutch part)'],
  ['TW', '台湾省'],
  ['TW', '中国台湾省'],
  ['TZ', 'United Republic of Tanzania'],
  ['UM', 'United States Minor Outlying Islands'],
  ['US', 'U.S.'],
  ['VA', 'Holy See (Vatican City State)'],
  ['VC', 'Saint Vincent and the Grenadines'],
  ['VG', 'Virgin Islands, British'],
  ['VG', 'British Virgin Islands'],
  ['VI', 'Virgin Islands, U.S.'],
  ['VN', 'Viet Nam'],
]
