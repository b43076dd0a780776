// What files on a disk need: directories that belong to one process at a time, and files that are whole or not there. It knows files
// and processes, and nothing of what they hold.

export { lockDirectory } from './lock-directory.ts'
export { publishFile, removeFile, replaceFile, replaceLargeFile } from './replace-file.ts'
