// What `periplus doctor` looks at, and what it says of it. Knows the machine and what state, store and feeds report of themselves;
// it must not know settings, commands or how reports travel.

export { judgeDamage, judgeFeeds, judgeRecords, judgeSecret, judgeState } from './content.ts'
export { checkDirectory, type DirectoryPlaces, newestTimes, writable } from './directory.ts'
export { error, type Finding, ok, warning } from './finding.ts'
export {
  checkAnswer,
  checkClock,
  checkDescriptors,
  checkDisk,
  checkMemory,
  checkPort,
  checkThreads,
  type MemoryLimits,
} from './machine.ts'
