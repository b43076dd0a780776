// `periplus doctor`: checks everything a server depends on, whether one runs or not.
import colours from 'picocolors'
import type { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { Finding } from '../../service/doctor/index.ts'
import { visible } from '../../util/index.ts'
import { type DataOptions, withDataOptions } from '../data/connect.ts'
import { counted, type CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'

interface DoctorFlags extends DataOptions {
  readonly config?: string
  readonly quick?: boolean
  readonly repair?: boolean
  readonly json?: boolean
}

/** Adds the command. */
export function addDoctor(program: Command, context: CommandContext): void {
  const command = program
    .command('doctor')
    .description(OVERVIEW.doctor.description)
    .option('--config <file>', 'file of settings (default: periplus.json in the data directory)')
    .option('--quick', 'do not read all records to compare their checksums')
    .option(
      '--repair',
      'first recover readable parts of damaged records and report what is lost; no server may run',
    )
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
  withDataOptions(command).action((flags: DoctorFlags) => runDoctor(flags, context))
}

const EXAMPLES = `
Examples:
  periplus doctor
  periplus doctor --data /srv/periplus --quick --json
  periplus doctor --data /srv/periplus --repair`

async function runDoctor(flags: DoctorFlags, { terminal }: CommandContext): Promise<void> {
  const [{ examine }, { repair, repairText }] = await Promise.all([
    import('../doctor/examine.ts'),
    import('../doctor/repair.ts'),
  ])
  const repaired = flags.repair ? await repair(flags) : undefined
  if (repaired !== undefined && !flags.json) terminal.out(repairText(repaired))
  const findings = await examine(flags)
  const errors = findings.filter(({ level }) => level === 'error').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  terminal.out(
    flags.json
      ? `${JSON.stringify({ ...(repaired && { repair: repaired }), errors, warnings, findings }, null, 2)}\n`
      : findings.map(lineOf).join(''),
  )
  if (errors > 0)
    throw new AppError('input', `${counted(errors, 'error')} and ${counted(warnings, 'warning')}`)
}

const MARK = {
  ok: colours.green('ok'),
  warning: colours.yellow('warning'),
  error: colours.red('error'),
} as const

function lineOf({ check, level, text, remedy }: Finding): string {
  const padding = ' '.repeat(8 - level.length)
  const line = `${MARK[level]}${padding}${check.padEnd(10)} ${visible(text)}\n`
  return remedy === undefined ? line : `${line}        ${''.padEnd(10)} → ${visible(remedy)}\n`
}
