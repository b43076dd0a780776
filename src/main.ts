// The program: its arguments to a command. The only file that ends the process.
import { run } from './cli/index.ts'

// A reader that has seen enough (`periplus export … | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
process.exitCode = await run(process.argv.slice(2))
