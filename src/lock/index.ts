// Directories that belong to one process at a time. It knows files and processes, and nothing of what the directories hold.

export { lockDirectory } from './directory.ts'
