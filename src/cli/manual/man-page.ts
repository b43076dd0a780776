// The man page, generated from the commands.
import { type CommandNode, commandsOf } from './command-tree.ts'

/** The page `periplus(1)` as roff. */
export function manPage(program: CommandNode, version: string): string {
  const commands = [...commandsOf(program)].filter((node) => node !== program && node.commands.length === 0)
  return [
    `.TH PERIPLUS 1 "" "periplus ${version}" "User Commands"`,
    '.SH NAME',
    'periplus \\- search over internet-facing assets, and bulk tagging of addresses',
    '.SH SYNOPSIS',
    '.B periplus',
    '.I COMMAND',
    '[options]',
    '.SH COMMANDS',
    ...program.commands.flatMap(({ name, description }) => ['.TP', `.B ${roff(name)}`, roff(description)]),
    ...commands.flatMap(section),
    '.SH EXIT STATUS',
    roff(
      '0 when all is done, 1 when something failed, 2 for wrong usage, 3 when an import left whole files out, 130 when interrupted.',
    ),
    '.SH FILES',
    '.TP',
    '.I ./data',
    roff('the data directory, unless --data or PERIPLUS_DATA names another'),
    '.TP',
    '.I periplus.json',
    roff('settings, in the data directory; `periplus config` lists them'),
    '',
  ].join('\n')
}

function section({ path, help }: CommandNode): readonly string[] {
  return [`.SH ${roff(path.toUpperCase())}`, '.nf', ...help.trimEnd().split('\n').map(roff), '.fi']
}

/** A line of text that roff prints as it is. */
function roff(line: string): string {
  const escaped = line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', "'")
    .replaceAll('…', '...')
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped
}
