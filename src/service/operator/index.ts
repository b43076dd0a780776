// The operator's use cases over the records of a data directory. Knows stores and queries, not sockets, accounts or terminals.

export {
  localOperator,
  OPERATOR_ACCOUNT,
  type OperatorParts,
  type OperatorSources,
  operatorFields,
} from './local.ts'
export { operatorQueries, type ReadOperatorQuery } from './operator-query.ts'
export type { ExportPiece, Operator, OperatorPage, OperatorSelection } from './operator.ts'
