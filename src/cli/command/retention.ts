// `periplus retention`: what the settings let go of, and removing it.
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { RetentionPlan } from '../../service/retention/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { withOperator } from '../data/with-operator.ts'

interface RetentionOptions extends DataOptions {
  readonly json?: boolean
}

interface RunOptions extends RetentionOptions {
  readonly yes?: boolean
}

const DAY = 86_400_000

/** Adds the command. */
export function addRetention(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description(OVERVIEW.retention.description)
  withDataOptions(retention.command('show', { isDefault: true }))
    .description('what would be removed now, by source; changes nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus retention')
    .action((options: RetentionOptions) => runShow(options, context))
  withDataOptions(retention.command('run'))
    .description('remove it now; counts and asks first (a server does it once a day by itself)')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus retention run --yes')
    .action((options: RunOptions) => runRetention(options, context))
}

async function runShow({ json, ...options }: RetentionOptions, { terminal }: CommandContext): Promise<void> {
  const plan = await withOperator(options, (operator) => operator.retentionPlan())
  terminal.out(json ? `${JSON.stringify(plan, null, 2)}\n` : textOf(plan))
}

async function runRetention(options: RunOptions, context: CommandContext): Promise<void> {
  await withOperator(options, async (operator) => {
    const plan = await operator.retentionPlan()
    const sentence = counted(plan.records, 'record')
    if (plan.records > 0 && !options.yes && !(await context.confirm(`${textOf(plan)}remove ${sentence}?`)))
      throw new AppError('input', `nothing removed: ${sentence} would go; confirm with y or use --yes`)
    const removed = await operator.retain()
    context.terminal.out(
      options.json ? `${JSON.stringify({ removed })}\n` : `removed ${counted(removed, 'record')}\n`,
    )
  })
}

function textOf({ records, sources }: RetentionPlan): string {
  const lines = sources.map(({ source, age, records: some }) =>
    age === 0
      ? `  ${source}: kept for ever`
      : `  ${source}: would remove ${counted(some, 'record')} older than ${count(age / DAY)} days`,
  )
  return `would remove ${counted(records, 'record')}\n${lines.join('\n')}\n`
}
