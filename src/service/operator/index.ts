// The operator's use cases over the records of a data directory. Knows stores and queries, not sockets, accounts or terminals.

export { localOperator, OPERATOR_ACCOUNT, type OperatorParts, type OperatorSources } from './local.ts'
export { operatorQueries, type ReadOperatorQuery } from './operator-query.ts'
export type { ExportPiece, Operator, OperatorSelection } from './operator.ts'
