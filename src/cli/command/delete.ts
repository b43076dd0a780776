// `periplus delete`: counts first, asks for confirmation, then removes exactly the matches. `periplus demo remove` does the same
// for the demonstration set.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import { DEMONSTRATION_QUERY } from '../../service/demonstration/index.ts'
import { type DataOptions, type QueryOptions, withDataOptions, withQueryOptions } from '../data/connect.ts'
import { withMistakeShown } from '../output/query-mistake.ts'
import { counted, type CommandContext } from '../output/output.ts'
import { withOperator } from '../data/with-operator.ts'
import { OVERVIEW } from '../overview.ts'

interface DeleteOptions extends DataOptions, QueryOptions {
  readonly yes?: boolean
  readonly json?: boolean
}

/** Adds `periplus delete`. */
export function addDelete(program: Command, context: CommandContext): void {
  const remove = program
    .command('delete')
    .description(OVERVIEW.delete.description)
    .argument('<query>', 'which records')
    .addHelpText('after', DELETE_EXAMPLES)
  withDeleteOptions(withQueryOptions(remove)).action((query: string, options: DeleteOptions) =>
    runDelete(query, options, context),
  )
}

/** Adds `periplus demo`. */
export function addDemo(program: Command, context: CommandContext): void {
  const demo = program.command('demo').description(OVERVIEW.demo.description)
  const demoRemove = demo
    .command('remove')
    .description('remove the demonstration records and nothing else')
    .addHelpText('after', DEMO_EXAMPLES)
  withDeleteOptions(demoRemove).action((options: DeleteOptions) =>
    runDelete(DEMONSTRATION_QUERY, options, context),
  )
}

const DELETE_EXAMPLES = `
Examples:
  periplus delete 'ip="198.51.100.0/24"'
  periplus delete 'lastupdatetime="2019"' --yes --json`

const DEMO_EXAMPLES = `
Example:
  periplus demo remove --yes`

function withDeleteOptions(command: Command): Command {
  return withDataOptions(command).option('--yes', 'do not ask').option('--json', 'print one JSON object')
}

async function runDelete(query: string, options: DeleteOptions, context: CommandContext): Promise<void> {
  await withOperator(options, async (operator) => {
    const selection = { query, full: true, account: options.account }
    const total = await withMistakeShown(query, context, () => operator.count(selection))
    if (total > 0 && !options.yes && !(await context.confirm(`remove ${counted(total, 'record')}?`))) {
      throw new AppError(
        'input',
        `nothing removed: ${counted(total, 'record')} would go; confirm with y or use --yes`,
      )
    }
    const removed = total === 0 ? 0 : await operator.remove(selection)
    context.terminal.out(
      options.json ? `${JSON.stringify({ query, removed })}\n` : `removed ${counted(removed, 'record')}\n`,
    )
  })
}
