// The checks and findings of `periplus doctor`. Knows the machine and what state, store and feeds report about themselves; must not
// know settings, commands or how reports are transported.

export { judgeDamage, judgeFeeds, judgeRecords, judgeSecret, judgeState } from './content.ts'
export { checkDirectory, newestTimes, writable } from './directory.ts'
export { error, type Finding, ok, warning } from './finding.ts'
export {
  checkAnswer,
  checkClock,
  checkDescriptors,
  checkDisk,
  checkMemory,
  checkPort,
  checkThreads,
} from './machine.ts'
