// Files on disk: directories locked by one process at a time, and files that are either complete or absent. Knows files and
// processes, but not their content.

export { isAbandoned, lockDirectory } from './lock-directory.ts'
export { publishFile, removeFile, replaceFile, replaceLargeFile } from './replace-file.ts'
