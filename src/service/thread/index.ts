// Work beside the program, so that it answers meanwhile: one thread, one input, one answer.

export { inThread } from './in-thread.ts'
