// The commands as a tree of plain data, for the man page and the completion of shells.
import type { Command, Option } from 'commander'
import { createProgram } from '../program.ts'

/** A command with what can follow its name. */
export interface CommandNode {
  /** From the program on: `periplus account create`. */
  readonly path: string
  readonly name: string
  readonly description: string
  /** What its help prints. */
  readonly help: string
  readonly options: readonly OptionNode[]
  readonly commands: readonly CommandNode[]
}

/** An option. */
interface OptionNode {
  /** With both dashes. */
  readonly long: string
  readonly description: string
  readonly takesValue: boolean
}

/** Columns of a terminal for which help is printed. */
const WIDTH = 78

/** All commands, below the program; their help has lines of at most `width` columns. */
export async function commandTree(width = WIDTH): Promise<CommandNode> {
  const program = await createProgram({
    terminal: {
      out: () => undefined,
      data: () => undefined,
      error: () => undefined,
      interactive: false,
      width,
      drained: () => Promise.resolve(),
    },
    confirm: () => Promise.resolve(false),
    signal: new AbortController().signal,
  })
  return nodeOf(program, program.name(), width)
}

/** A command and all below it, in the order of `--help`. */
export function* commandsOf(node: CommandNode): Iterable<CommandNode> {
  yield node
  for (const part of node.commands) yield* commandsOf(part)
}

function nodeOf(command: Command, path: string, width: number): CommandNode {
  const parts = command.commands.filter((part) => part.name() !== 'help')
  return {
    path,
    name: command.name(),
    description: command.description(),
    help: helpOf(command, width),
    options: [...command.options.flatMap(optionOf), HELP],
    commands: parts.map((part) => nodeOf(part, `${path} ${part.name()}`, width)),
  }
}

const HELP: OptionNode = { long: '--help', description: 'print help', takesValue: false }

function optionOf({ long, description, required, optional, hidden }: Option): readonly OptionNode[] {
  return long == null || hidden ? [] : [{ long, description, takesValue: required || optional }]
}

function helpOf(command: Command, width: number): string {
  let text = ''
  const write = (part: string): void => {
    text += part
  }
  command.configureOutput({ writeOut: write, getOutHelpWidth: () => width })
  command.outputHelp()
  return text
}
