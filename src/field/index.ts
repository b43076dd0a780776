// The catalogue of fields and the printing of their values. Pure and browser-safe; knows records, not storage.

export {
  type BaseOperator,
  CATALOGUE,
  type Field,
  fieldNamed,
  fieldNames,
  findField,
  isCountable,
  LONGEST_LISTED,
  type Numbered,
  operatorsOf,
} from './catalogue.ts'
export { countryCode, countryNames, englishCountryName } from './country.ts'
export { provinceNames } from './province.ts'
export { printNumber, printValue, printValues } from './value.ts'
