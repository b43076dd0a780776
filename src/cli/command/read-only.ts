// `periplus read-only`: switches read-only mode on and off, while the server works.
import type { Command } from 'commander'
import { readConfig } from '../../config/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { refuseMissing } from '../data/data-directory.ts'
import type { CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'

interface ReadOnlyOptions extends DataOptions {
  readonly json?: boolean
}

/** Adds the command. */
export function addReadOnly(program: Command, context: CommandContext): void {
  const readOnly = program.command('read-only').description(OVERVIEW['read-only'].description)
  const add = (name: string, description: string, wanted: boolean | undefined, isDefault = false): void => {
    withDataOptions(readOnly.command(name, { isDefault }))
      .description(description)
      .option('--json', 'print one JSON object')
      .addHelpText('after', `\nExample:\n  periplus read-only ${name}`)
      .action((options: ReadOnlyOptions) => run(wanted, options, context))
  }
  add('status', 'whether records may change', undefined, true)
  add('on', 'records do not change from now on; searches, exports and tagging work', true)
  add('off', 'records may change again; waiting jobs continue', false)
}

async function run(
  wanted: boolean | undefined,
  { json, data }: ReadOnlyOptions,
  { terminal }: CommandContext,
): Promise<void> {
  const config = readConfig({ flags: { data } })
  refuseMissing(config.data)
  const [{ openAccountsState }, { createReadOnly }, { OPERATOR }] = await Promise.all([
    import('../data/accounts-location.ts'),
    import('../../service/read-only/index.ts'),
    import('../../service/account/index.ts'),
  ])
  const state = await openAccountsState(config, { mayCreate: false })
  try {
    const readOnly = createReadOnly({ state, setting: config.readOnly, now: Date.now })
    if (wanted !== undefined) await readOnly.set(wanted, OPERATOR)
    const reason = await readOnly.reason()
    const sentence = reason === undefined ? 'records may change' : `records are read-only ${reason}`
    const facts = { read_only: reason !== undefined, ...(reason !== undefined && { reason }) }
    terminal.out(json ? `${JSON.stringify(facts)}\n` : `${sentence}\n`)
  } finally {
    await state.close()
  }
}
