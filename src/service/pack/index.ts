// Writes all loaded ranges with their tags to one portable file: MMDB (MaxMind DB format 2.0) or SQLite. Knows tags and their
// sources; nothing of the records and of the command line.

export { type PackFormat, packTags } from './pack.ts'
