// `periplus imports`: lists imports and who ran them, and undoes an import.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { ImportReport, ImportRun } from '../../service/ingest/index.ts'
import type { Operator } from '../../service/operator/index.ts'
import type { RecordProvenance } from '../../service/provenance/index.ts'
import type { UndoJob } from '../../service/undo/index.ts'
import { printTime, visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { type CommandContext, count, counted } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { withProgress } from '../output/progress.ts'
import { withOperator } from '../data/with-operator.ts'

interface ImportsOptions extends DataOptions {
  readonly json?: boolean
}

interface UndoOptions extends ImportsOptions {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Adds the command. */
export function addImports(program: Command, context: CommandContext): void {
  const imports = program.command('imports').description(OVERVIEW.imports.description)
  withDataOptions(imports.command('list', { isDefault: true }))
    .description('imports, newest first: who, when, from which files, and what became of them')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus imports list --json')
    .action((options: ImportsOptions) => runList(options, context))
  withDataOptions(imports.command('show'))
    .description('one import, and how many records it is a part of')
    .argument('<id>', 'the id, or the beginning of it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus imports show 3f2a9c')
    .action((id: string, options: ImportsOptions) => runShow(id, options, context))
  withDataOptions(imports.command('of'))
    .description(
      'which imports observed the records of an address or name, from which files, and who made them',
    )
    .argument('<host>', 'an address or a name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  periplus imports of www.example.com')
    .action((host: string, options: ImportsOptions) => runOf(host, options, context))
  withDataOptions(imports.command('undo'))
    .description('undo an import: what it brought is removed; counts and asks first')
    .argument('<id>', 'the id, or the beginning of it')
    .option('--dry-run', 'show what would be removed, and change nothing')
    .option('--yes', 'do not ask')
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((id: string, options: UndoOptions) => runUndo(id, options, context))
}

const EXAMPLES = `
Records that only this import observed are removed. Others lose what only this import saw of them: content that it replaced
is not kept, so it does not come back; content that another import saw too stays. It is a job of the server, if one is running: Ctrl-C
stops it, and the same command resumes it. An import that is running must end first.

Examples:
  periplus imports undo 3f2a9c --dry-run
  periplus imports undo 3f2a9c --yes`

async function runList(options: ImportsOptions, { terminal }: CommandContext): Promise<void> {
  const runs = await withOperator(options, (operator) => operator.imports())
  if (options.json) terminal.out(`${JSON.stringify({ imports: runs.map(withEarlierName) }, null, 2)}\n`)
  else terminal.out(runs.length === 0 ? 'no imports\n' : runs.map(lineOf).join(''))
}

async function runShow(id: string, options: ImportsOptions, { terminal }: CommandContext): Promise<void> {
  const report = await withOperator(options, (operator) => operator.importReport(id))
  terminal.out(options.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report))
}

async function runOf(host: string, options: ImportsOptions, { terminal }: CommandContext): Promise<void> {
  const records = await withOperator(options, (operator) => operator.provenance(host))
  terminal.out(options.json ? `${JSON.stringify({ records }, null, 2)}\n` : records.map(sourcesOf).join(''))
}

/** As many digits of an import's id as tell it from others; an import with a name has it whole. */
function shortId(id: string): string {
  return /^[\da-f]+$/.test(id) ? id.slice(0, 12) : id
}

function sourcesOf({ host, baseProtocol, imports }: RecordProvenance): string {
  const lines = imports.map(({ id, firstSeen, lastSeen, actor = '', files, fileCount }) => {
    const named = files.slice(0, 2).map(visible).join(', ')
    const more = fileCount > 2 ? ` and ${counted(fileCount - 2, 'more file')}` : ''
    return `  ${shortId(id)}  ${timeOf(firstSeen)} to ${timeOf(lastSeen)}  ${visible(actor)}  ${named}${more}\n`
  })
  return `${visible(host)} (${baseProtocol})\n${lines.join('')}`
}

/** The JSON also has the earlier name of `undoneAt`. */
function withEarlierName(run: ImportRun): ImportRun & { readonly takenBackAt: number | undefined } {
  return { ...run, takenBackAt: run.undoneAt }
}

async function runUndo(id: string, options: UndoOptions, context: CommandContext): Promise<void> {
  await withOperator(options, async (operator) => {
    const report = await operator.importReport(id)
    const { alone, shared } = report.records
    const plan = `${counted(alone, 'record')} removed, ${count(shared)} changed`
    if (options.dryRun)
      return show(context, options, { ...report.records, dryRun: true }, `would be: ${plan}`)
    if (!options.yes && !(await context.confirm(`undo import ${shortId(report.id)}: ${plan}?`)))
      throw new AppError('input', `nothing changed: confirm with y or use --yes (${plan})`)
    const { removed, changed } = await finished(operator, report.id, context)
    const sentence = `${counted(removed, 'record')} removed, ${count(changed)} changed`
    return show(context, options, { removed, changed }, sentence)
  })
}

/** Milliseconds between two checks of a running undo. */
const WATCH_MS = 200

/** Undoes an import and waits for the end; Ctrl-C stops the undo, and the same command resumes it. */
async function finished(operator: Operator, id: string, context: CommandContext): Promise<UndoJob> {
  let job = await operator.undoImport(id)
  const progress = () => ({ records: job.removed + job.changed, rejects: 0, share: job.progress / 100 })
  return withProgress(context.terminal, progress, async () => {
    while (job.state === 'init' || job.state === 'running') {
      // It may end by itself just then.
      if (context.signal.aborted) await operator.stopUndo(String(job.id)).catch(() => undefined)
      else await sleep(WATCH_MS, undefined, { signal: context.signal }).catch(() => undefined)
      job = await operator.undoState(String(job.id))
    }
    if (job.state === 'success') return job
    throw new AppError('input', `the undo did not finish: ${job.reason ?? ''}`)
  })
}

function show(
  { terminal }: CommandContext,
  { json }: ImportsOptions,
  object: object,
  sentence: string,
): void {
  terminal.out(json ? `${JSON.stringify(object)}\n` : `${sentence}\n`)
}

function lineOf(run: ImportRun): string {
  const { id, actor, startedAt, files, options } = run
  const more = Number(options['fileCount'] ?? files.length) - Math.min(files.length, 2)
  const named = files.slice(0, 2).map(visible).join(', ')
  const rest = more > 0 ? ` and ${counted(more, 'more file')}` : ''
  return `${shortId(id)}  ${timeOf(startedAt)}  ${visible(actor)}  ${stateOf(run)}  ${named}${rest}\n`
}

function stateOf({ undoneAt, endedAt, counts, running }: ImportRun): string {
  if (running) return 'running'
  if (undoneAt !== undefined) return `undone ${timeOf(undoneAt)}`
  if (endedAt === undefined || counts === undefined) return 'not finished'
  const { added = 0, replaced = 0, rejects = 0 } = counts
  return `${count(added)} added, ${count(replaced)} replaced, ${count(rejects)} rejected`
}

function textOf(report: ImportReport): string {
  const { records, files, options } = report
  const stated = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
  return [
    lineOf(report).trimEnd(),
    `  id: ${report.id}`,
    `  options: ${visible(JSON.stringify(Object.fromEntries(stated)))}`,
    `  records: ${count(records.alone)} that only this import observed, ${count(records.shared)} that others observed too`,
    ...files.map((file) => `  ${visible(file)}`),
    '',
  ].join('\n')
}

function timeOf(time: number): string {
  return printTime(time)
}
