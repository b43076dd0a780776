// Parameters of operations, and how they are read.

export * from './basic.ts'
export {
  type Given,
  type Input,
  optional,
  type Param,
  quoted,
  readInput,
  required,
  schemaOf,
  type Values,
  withDefault,
  wrong,
} from './param.ts'
export {
  checkCountable,
  countedFields,
  fieldList,
  FULL,
  oneField,
  recordCount,
  QUERY,
  rowCount,
} from './search.ts'
export * from './account.ts'
