// The program: its arguments to a command. The only file that ends the process.
import { run } from './cli/index.ts'

let ended = false

// A reader that has seen enough (`periplus export … | head`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  ended = true
  process.exit(error.code === 'EPIPE' ? 0 : 1)
})

// The engine may give no answer at all where the machine has no descriptors or memory left: then there is nothing to wait for.
process.on('exit', () => {
  if (ended) return
  process.stderr.write(
    'periplus: the command stopped because nothing answers; check the limit of open files (`ulimit -n`) and the free memory\n',
  )
  process.exitCode = 1
})

run(process.argv.slice(2)).then((code) => {
  ended = true
  process.exitCode = code
})
