import type { Command } from 'commander'
import { OVERVIEW } from '../overview.ts'

/** `periplus config`. */
export function addConfig(program: Command): void {
  program
    .command('config')
    .description(OVERVIEW.config.description)
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--config <file>', 'file of settings (default: periplus.json in the data directory)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action(
      async (options: { readonly data?: string; readonly config?: string; readonly json?: boolean }) => {
        const { readSettings } = await import('../../config/index.ts')
        const { settingsAsJson, settingsAsText } = await import('../output/settings-text.ts')
        const settings = readSettings({ file: options.config, flags: { data: options.data } })
        process.stdout.write(options.json ? settingsAsJson(settings) : settingsAsText(settings))
      },
    )
}

const EXAMPLES = `
Examples:
  periplus config                         the settings in use
  PERIPLUS_HTTP_PORT=80 periplus config   what a variable would do
  periplus config --json                  the same for programs
`
