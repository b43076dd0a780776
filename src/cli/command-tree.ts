// The commands as a tree of plain data, for the man page and the completion of shells.
import type { Command, Option } from 'commander'
import { createProgram } from './program.ts'

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
export interface OptionNode {
  /** With both dashes. */
  readonly long: string
  readonly description: string
  readonly takesValue: boolean
}

const WIDTH = 78

/** All commands, below the program. */
export async function commandTree(): Promise<CommandNode> {
  const program = await createProgram({
    terminal: {
      out: () => undefined,
      data: () => undefined,
      error: () => undefined,
      interactive: false,
      width: WIDTH,
      drained: () => Promise.resolve(),
    },
    confirm: () => Promise.resolve(false),
    signal: new AbortController().signal,
  })
  return nodeOf(program, program.name())
}

/** A command and all below it, in the order of `--help`. */
export function* commandsOf(node: CommandNode): Iterable<CommandNode> {
  yield node
  for (const part of node.commands) yield* commandsOf(part)
}

function nodeOf(command: Command, path: string): CommandNode {
  const parts = command.commands.filter((part) => part.name() !== 'help')
  return {
    path,
    name: command.name(),
    description: command.description(),
    help: helpOf(command),
    options: [...command.options.flatMap(optionOf), HELP],
    commands: parts.map((part) => nodeOf(part, `${path} ${part.name()}`)),
  }
}

const HELP: OptionNode = { long: '--help', description: 'print help', takesValue: false }

function optionOf({ long, description, required, optional, hidden }: Option): readonly OptionNode[] {
  return long == null || hidden ? [] : [{ long, description, takesValue: required || optional }]
}

function helpOf(command: Command): string {
  let text = ''
  const write = (part: string): void => {
    text += part
  }
  command.configureOutput({ writeOut: write, getOutHelpWidth: () => WIDTH })
  command.outputHelp()
  return text
}
