// The program: its arguments to a command. The only file that ends the process.
import { run } from './cli/index.ts'

process.exitCode = await run(process.argv.slice(2))
