// `periplus audit …`: whether the audit trail is as it was written, and its signed export; with a library of queries an assessment.
import { readFile, writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { AppError } from '../../error/index.ts'
import type { CheckedTrail } from '../../service/account/index.ts'
import { withAccounts } from '../data/accounts.ts'
import { type CommandContext, exampleText } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type CommonOptions, json } from './account-part.ts'
import { assessCommand } from './assess.ts'

/** Adds the command and its parts. */
export function addAudit(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .description(OVERVIEW.audit.description)
    .addCommand(verifyCommand(context))
    .addCommand(exportCommand(context))
    .addCommand(assessCommand(context), { isDefault: true })
    .helpCommand(false)
}

function part(name: string, description: string, ...examples: readonly string[]): Command {
  return new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', exampleText(`periplus audit ${name}`, examples))
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--json', 'print one JSON object')
}

function verifyCommand({ terminal }: CommandContext): Command {
  return part(
    'verify',
    'verify the audit trail, or an export of it; fails when something was changed, added or removed',
    '',
    'audit.ndjson',
  )
    .argument('[file]', 'an export of this installation')
    .action(async (file: string | undefined, options: CommonOptions) => {
      const text = file === undefined ? undefined : await readFile(file, 'utf8')
      await withAccounts(
        options.data,
        async (accounts) => {
          if (text !== undefined) {
            if (!accounts.isAuditExportIntact(text))
              throw new AppError('input', `\`${file}\` is not an unchanged export of this installation`)
            terminal.out(options.json ? json({ intact: true }) : 'the export is as it was written\n')
            return
          }
          const checked = await accounts.verifyAudit()
          terminal.out(options.json ? json(checked) : summaryOf(checked))
          if (checked.head === 'cut')
            throw new AppError(
              'input',
              'seals of the audit trail were removed or replaced; nothing is sealed until the seals are restored',
            )
          const altered = checked.days.filter(({ verdict }) => verdict === 'altered')
          if (altered.length > 0)
            throw new AppError(
              'input',
              `the audit trail was altered on ${altered.map(({ day }) => day).join(', ')}`,
            )
          await accounts.purge()
        },
        { untouched: true },
      )
    })
}

function summaryOf({ days, unsealed, head }: CheckedTrail): string {
  const of = (wanted: string) => days.filter(({ verdict }) => verdict === wanted)
  const events = of('intact').reduce((sum, day) => sum + day.events, 0)
  const lines = [
    `${events} events of ${of('intact').length} days are intact`,
    `${of('forgotten').length} days are older than the retention`,
    `${unsealed} events are not sealed yet`,
  ]
  if (head === 'absent') lines.push('there is no signed head to compare the newest seal with')
  return `${lines.join('\n')}\n`
}

function exportCommand({ terminal }: CommandContext): Command {
  return part('export', 'write the sealed audit trail with its signature into a file', '--out audit.ndjson')
    .requiredOption('--out <file>', 'the file to write; it must not exist')
    .action(async ({ data, out, ...options }: CommonOptions & { readonly out: string }) => {
      const lines = await withAccounts(data, async (accounts) => {
        const written: string[] = []
        for await (const line of accounts.exportAudit()) written.push(line)
        return written
      })
      await writeFile(out, lines.join(''), { flag: 'wx', mode: 0o600 }).catch((cause: Error) => {
        throw new AppError('input', `cannot write \`${out}\`: ${cause.message}`, { cause })
      })
      terminal.out(
        options.json ? json({ file: out, lines: lines.length }) : `${lines.length} lines written\n`,
      )
    })
}
