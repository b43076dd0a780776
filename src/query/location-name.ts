// Names of countries and provinces: a name in another language or spelling also finds the stored one.
import { countryCode, englishCountryName, type Field, fieldNamed, provinceNames } from '../field/index.ts'
import type { ResolvedNode, SingleTest } from './tree.ts'
import type { ReadValue } from './typed-value.ts'

/** The name of a location as a test for all its spellings; undefined when there is no other spelling, and for other fields. */
export function readLocationName(value: string, field: Field, exact: boolean): ReadValue | undefined {
  const others = spellingsOf(value.trim(), field).filter((name) => name !== value)
  if (others.length === 0) return undefined
  const tests = [value, ...others].map(
    (name): SingleTest => ({ op: exact ? 'equals' : 'contains', value: name }),
  )
  return { test: { op: 'any', tests } }
}

function spellingsOf(name: string, field: Field): readonly string[] {
  switch (field.name) {
    case 'province':
    case 'city':
      return provinceNames(name)
    case 'country_name':
      return countrySpelling(name)
    default:
      return []
  }
}

// Here a text of two letters is a province, not a country code.
function countrySpelling(name: string): readonly string[] {
  const code = name.length > 2 || !/^[a-z]/i.test(name) ? countryCode(name) : undefined
  const english = code === undefined ? undefined : englishCountryName(code)
  return english === undefined || english.toLowerCase().includes(name.toLowerCase()) ? [] : [english]
}

const REGIONS: Readonly<Record<string, string>> = {
  ...{ HK: 'HK', 香港: 'HK', MO: 'MO', 澳门: 'MO', TW: 'TW', 台湾: 'TW' },
}

/** A condition for a region of the hosted service that is a country here (`region="HK"`); undefined for other values and fields. */
export function regionAsCountry(value: string, field: Field): ResolvedNode | undefined {
  const code = field.name === 'province' ? REGIONS[value.trim().toUpperCase()] : undefined
  if (code === undefined) return undefined
  return { kind: 'test', field: fieldNamed('country'), test: { op: 'equalsIgnoringCase', value: code } }
}
