// The catalogue of fields and the printing of their values. Pure and browser-safe; knows records, not storage.

export {
  type BaseOperator,
  CATALOGUE,
  type Field,
  fieldNamed,
  fieldNames,
  findField,
  isCountable,
  type Kind,
  LONGEST_LISTED,
  type Numbered,
  operatorsOf,
  type Select,
  type View,
} from './catalogue.ts'
export { countryCode, countryNames, englishCountryName } from './country.ts'
export { provinceNames } from './province.ts'
export { printNumber, printValue, printValues } from './value.ts'
