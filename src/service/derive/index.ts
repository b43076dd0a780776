// Deriving columns of stored records again, as a job that outlives the process. Knows records and their derivations; nothing of HTTP.

export {
  createDerivations,
  type DerivationsContext,
  type Derivations,
  type DeriveInput,
  type DeriveJob,
  type DeriveOutput,
} from './derivations.ts'
