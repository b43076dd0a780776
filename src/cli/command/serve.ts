import type { Command } from 'commander'
import { OVERVIEW } from '../overview.ts'

/** `periplus serve`. */
export function addServe(program: Command): void {
  program
    .command('serve')
    .description(OVERVIEW.serve.description)
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .option('--port <number>', 'port to listen on, 0 for any free one (default: 8420)')
    .option('--demo', 'load the demonstration records on the first start (default)')
    .option('--no-demo', 'start without demonstration records')
    .option('--config <file>', 'file of settings (default: periplus.json in the data directory)')
    .addHelpText('after', EXAMPLES)
    .action(async (options: ServeFlags) => {
      const { serve } = await import('../serve/serve.ts')
      await serve({
        file: options.config,
        flags: {
          data: options.data,
          'http.host': options.host,
          'http.port': options.port,
          demo: options.demo === undefined ? undefined : String(options.demo),
        },
      })
    })
}

interface ServeFlags {
  readonly data?: string
  readonly host?: string
  readonly port?: string
  readonly demo?: boolean
  readonly config?: string
}

const EXAMPLES = `
Examples:
  periplus serve                          on http://127.0.0.1:8420 with ./data
  periplus serve --data /srv/periplus     with records and accounts elsewhere
  periplus serve --host 0.0.0.0 --no-demo reachable from other machines, empty
`
