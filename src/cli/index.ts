// The command line: arguments to use cases, results to text. The composition of the server stands here too, since this is
// the only layer above the API. Heavy modules are imported inside the commands, so that `--help` is instant.

export { commandPage } from './document.ts'
export { run } from './program.ts'
