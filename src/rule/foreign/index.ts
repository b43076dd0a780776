// Rule files of other programs. An entry of its own, because only the commands that add rules need it.
export { convertRules } from './convert.ts'
export type { RefusedEntry } from './draft.ts'
