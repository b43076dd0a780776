// The operator's use cases over the records of a data directory. Knows stores and queries, not sockets, accounts or terminals.

export {
  localOperator,
  OPERATOR_ACCOUNT,
  type OperatorJobs,
  type OperatorSources,
  operatorFields,
} from './local.ts'
export type { ExportPiece, Operator, OperatorPage, OperatorSelection } from './operator.ts'
