// `periplus derive`: derives columns of all stored records again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import {
  DERIVE_RATE,
  type DeriveJob,
  derivationsNamed,
  STORED_DERIVATIONS,
} from '../../service/derive/index.ts'
import { printTime, visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { list, wholeNumber } from '../input/parse.ts'
import { withOperator } from '../data/with-operator.ts'

interface DeriveOptions extends DataOptions {
  readonly json?: boolean
}

interface StartOptions extends DeriveOptions {
  readonly only?: readonly string[]
  readonly rate: number
  readonly wait: boolean
}

/** How often the state of a job is read, in milliseconds. */
const POLL = 300

/** Adds the command. */
export function addDerive(program: Command, context: CommandContext): void {
  const derive = program.command('derive').description(OVERVIEW.derive.description)
  withDataOptions(derive.command('start'))
    .description('derive columns of all records again and wait for the end; stated values stay')
    .option('--only <a,b>', `what to derive: ${STORED_DERIVATIONS.join(', ')} (default: all)`, list)
    .option('--rate <n>', 'records per second, at most', wholeNumber('--rate', 1, 1_000_000), DERIVE_RATE)
    .option('--no-wait', 'leave the work to the server')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((options: StartOptions) => runStart(options, context))
  withDataOptions(derive.command('list', { isDefault: true }))
    .description('derivations, newest first')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus derive list --json')
    .action((options: DeriveOptions) => runList(options, context))
  withDataOptions(derive.command('cancel'))
    .description('end a derivation; what it changed stays')
    .argument('<id>', 'the number of the derivation')
    .addHelpText('after', '\nExample:\n  periplus derive cancel 7')
    .action((id: string, options: DeriveOptions) => runCancel(id, options, context))
}

const EXAMPLES = `
An interrupted derivation resumes: in the server, or when the command is run again. What is asked for while one is in flight follows it.

Examples:
  periplus derive start --only location,record --rate 2000
  periplus derive start --no-wait`

async function runStart(options: StartOptions, context: CommandContext): Promise<void> {
  const derivations = derivationsNamed(options.only)
  await withOperator(options, async (operator) => {
    let job = await operator.derive({ derivations, rate: options.rate })
    const { id } = job
    if (!isSame(job, derivations))
      throw new AppError(
        'input',
        `derivation ${id} (${job.input.derivations.join(', ')}) is in flight; what you asked for follows it`,
      )
    while (options.wait && job.endedAt === undefined) {
      await sleep(POLL, undefined, { signal: context.signal })
      const now = (await operator.derivations()).find((one) => one.id === id)
      if (now === undefined) throw new AppError('input', `derivation ${id} was removed`)
      job = now
    }
    show(job, options, context)
  })
}

function isSame(job: DeriveJob, derivations: readonly string[]): boolean {
  return JSON.stringify(job.input.derivations) === JSON.stringify(derivations)
}

function show(job: DeriveJob, { json }: DeriveOptions, { terminal }: CommandContext): void {
  if (job.state === 'failure')
    throw new AppError('input', `derivation ${job.id} failed: ${visible(job.reason ?? 'no reason')}`)
  terminal.out(json ? `${JSON.stringify(job)}\n` : lineOf(job))
}

async function runList(options: DeriveOptions, { terminal }: CommandContext): Promise<void> {
  await withOperator(options, async (operator) => {
    const derivations = await operator.derivations()
    if (options.json) terminal.out(`${JSON.stringify({ derivations }, null, 2)}\n`)
    else terminal.out(derivations.length === 0 ? 'no derivations\n' : derivations.map(lineOf).join(''))
  })
}

async function runCancel(text: string, options: DeriveOptions, { terminal }: CommandContext): Promise<void> {
  await withOperator(options, async (operator) => {
    const cancelled = await operator.cancelDerivation(/^\d{1,15}$/.test(text) ? Number(text) : 0)
    terminal.out(`derivation ${visible(text)} ${cancelled ? 'cancelled' : 'had ended'}\n`)
  })
}

function lineOf({ id, state, input, progress, result, reason, createdAt }: DeriveJob): string {
  const what = input.derivations.join(', ')
  const outcome =
    result === undefined
      ? state === 'failure'
        ? `failed: ${visible(reason ?? '')}`
        : `${state === 'init' ? 'waiting' : 'running'}, ${progress} %`
      : `${counted(result.read, 'record')} read, ${count(result.changed)} changed`
  return `${id}  ${printTime(createdAt)}  ${what}  ${outcome}\n`
}
