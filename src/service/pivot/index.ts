// Pivots: which rare values of a host other hosts have as well, and which hosts are similar.
export { createPivots, type Pivots } from './pivots.ts'
export { iconMembers, type PivotsAnswer, pivotsMembers } from './types.ts'
