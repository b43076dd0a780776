// Rules that recognise products in records: read from data, compiled into one pass over the texts of a record. Knows records and the query
// language; no store and no network.

export {
  openRecognise,
  ownFamilies,
  readLibrary,
  readOwnRules,
  ruleMark,
  type RuleSource,
} from './library.ts'
export { createRecognise } from './matcher.ts'
export { compileRules } from './compile.ts'
export { readRule, readRules } from './read-rule.ts'
export { evaluateRules, type Quality, recogRecords } from './evaluate.ts'
export { readRecog } from './foreign/recog.ts'
export { exampleRecord } from './example.ts'
export { type ExampleText, MODEL, type Rule, type RuleText } from './rule.ts'
export { type Agreement, compareWithSources } from './agreement.ts'
