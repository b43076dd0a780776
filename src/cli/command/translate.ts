// `periplus translate`: prints the query on standard output and lost conditions on standard error.
import type { Command } from 'commander'
import { caret } from '../../query/index.ts'
import {
  type Carried,
  LANGUAGE_NAMES,
  type LanguageName,
  TARGET_NAMES,
  type TargetName,
} from '../../translate/index.ts'
import { oneOf } from '../input/parse.ts'
import { OVERVIEW } from '../overview.ts'
import type { CommandContext } from '../output/output.ts'

interface TranslateOptions {
  readonly from?: LanguageName
  readonly to?: TargetName
  readonly json?: boolean
}

/** Adds the command. */
export function addTranslate(program: Command, context: CommandContext): void {
  program
    .command('translate')
    .description(OVERVIEW.translate.description)
    .argument('<query>', 'the query in its own language, or in ours')
    .option(
      '--from <language>',
      `${LANGUAGE_NAMES.join(', ')} (default: detected)`,
      oneOf('--from', LANGUAGE_NAMES),
    )
    .option('--to <language>', `${TARGET_NAMES.join(', ')} (default: ours)`, oneOf('--to', TARGET_NAMES))
    .option('--json', 'print one JSON object')
    .addHelpText('after', EXAMPLES)
    .action((query: string, options: TranslateOptions) => runTranslate(query, options, context))
}

const EXAMPLES = `
Examples:
  periplus translate 'apache country:DE port:80,443'
  periplus translate 'services: (port: 22 and service_name: SSH)'
  periplus translate --from zoomeye 'app:"nginx" +country:"CN"' --json
  periplus translate --to shodan 'title="login" && port="80,443"'
  periplus search "$(periplus translate 'http.favicon.hash:-247388890')"`

async function runTranslate(
  query: string,
  options: TranslateOptions,
  context: CommandContext,
): Promise<void> {
  const { carry } = await import('../../translate/index.ts')
  const found = carry(query, options.from, options.to)
  if (options.json) {
    context.terminal.out(`${JSON.stringify(found, null, 2)}\n`)
    return
  }
  if (found.query !== '') context.terminal.out(`${found.query}\n`)
  context.terminal.error(notesAsText(query, found))
  // A shell that searches with an empty query would find everything.
  if (found.query === '') process.exitCode = 1
}

function notesAsText(query: string, { notes }: Carried): string {
  return notes.map((note) => `${caret(query, note)}\n${note.kind}: ${note.text}\n`).join('')
}
