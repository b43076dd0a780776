// Builds lists of targets for scanners from records. Knows no store and no command.

export { TARGET_FIELDS, TARGET_KINDS, type TargetKind, type TargetRow, targetOf } from './target.ts'
export { targetList, type TargetList } from './target-list.ts'
