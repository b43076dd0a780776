// Exclusions: networks, names and certificates whose records are never stored, never shown, and removed where they are stored.

export {
  type AddedExclusions,
  type Exclusion,
  type Exclusions,
  openExclusions,
  readExclusions,
} from './exclusions.ts'
export { type SweptExclusions, sweptExclusions } from './job.ts'
export { parseRule, parseRules, printRule } from './rule.ts'
