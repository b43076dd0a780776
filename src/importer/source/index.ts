// Where inputs come from: files, folders and standard input, in any compression or container, as streams of plain bytes. Knows no
// format of records.

export { DEFAULT_LIMITS, type Limits } from './guard.ts'
export { type OpenedInput, type OpenOptions, openInputs, ReadProgress } from './open.ts'
export {
  type Anchor,
  type FoundFile,
  filesBelow,
  findFiles,
  refuseUnreadable,
  STANDARD_INPUT,
} from './walk.ts'
