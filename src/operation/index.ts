// The table of operations: what callers may do, through any door. Each operation defines its name, input and output, who may call it,
// its cost, its limits and how it runs. Knows services; must not know HTTP, sockets, cookies or command lines.

export type { OperationContext, OperatorLink, Phase, ServerFacts, Services } from './context.ts'
export {
  type Given,
  type Input,
  type Param,
  quoted,
  readInput,
  schemaOf,
  type Values,
  wrong,
} from './input/index.ts'
export type { Access, Body, Call, Download, Operation, Route, SessionPort } from './operation.ts'
export { OPERATOR_TABLE, type OperatorCall, type OperatorServices } from './operator/index.ts'
export { ErrorBody } from '../schema/index.ts'
export { type NeededScope, requireScope } from './scope.ts'
export { OPERATIONS } from './table.ts'
export {
  type Finding,
  limitsOf,
  type Tool,
  type ToolLimits,
  type ToolServices,
  toolsOf,
} from './tool/index.ts'
