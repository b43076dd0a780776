// The command line: maps arguments to use cases and results to text. It also composes the server, since this is the only layer
// above the API. Commands import heavy modules on demand, so that `--help` is instant.

export { commandTree } from './manual/command-tree.ts'
export { completionScript, SHELLS } from './manual/completion.ts'
export { commandPage } from './manual/docs.ts'
export { manPage } from './manual/man-page.ts'
export { run } from './program.ts'
export { programVersion } from './version.ts'
