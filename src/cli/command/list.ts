// `periplus list …`: the stored lists of an account, in a local data directory or on a remote server.
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { Command } from 'commander'
import { counted, exampleText, table, type CommandContext } from '../output/output.ts'
import { OVERVIEW } from '../overview.ts'
import { type StoredLists, listsHere, listsThere } from '../data/stored-lists.ts'
import { accessOf, refuseAccount, type ServerOptions, withServerOptions } from '../remote/access.ts'

interface ListOptions extends ServerOptions {
  readonly account?: string
  readonly json?: boolean
}

/** Adds the command and its parts. */
export function addList(program: Command, context: CommandContext): void {
  const list = program.command('list').description(OVERVIEW.list.description).addHelpText('after', EXAMPLES)
  list.addCommand(allPart(context))
  list.addCommand(putPart(context))
  list.addCommand(showPart(context))
  list.addCommand(removePart(context))
}

const EXAMPLES = `
Examples:
  periplus list put office networks.txt --account ada@example.com
  periplus list show office
  periplus list all --json
  periplus list put scope - --server https://periplus.example.com --email ada@example.com < names.txt`

function part(name: string, description: string, ...examples: readonly string[]): Command {
  const command = new Command(name)
    .description(description)
    .helpOption('-h, --help', 'print help')
    .addHelpText('after', exampleText(`periplus list ${name}`, examples))
    .option('--data <dir>', 'data directory (default: PERIPLUS_DATA, then ./data)')
    .option('--account <email>', 'whose lists (default: the only account of the data directory)')
    .option('--json', 'print one JSON object')
  return withServerOptions(command)
}

function listsFor(options: ListOptions, { signal }: CommandContext): StoredLists {
  const access = accessOf(options)
  refuseAccount(access, options.account)
  return access === undefined ? listsHere(options) : listsThere(access, signal)
}

function allPart(context: CommandContext): Command {
  return part('all', 'show the names of all lists', '', '--json').action(async (options: ListOptions) => {
    const lists = await listsFor(options, context).all()
    const rows = lists.map(({ name, elements, changed_at }) => [`@${name}`, String(elements), changed_at])
    const { terminal } = context
    if (options.json) terminal.out(`${JSON.stringify({ lists }, null, 2)}\n`)
    else if (rows.length === 0) terminal.error('no lists\n')
    else terminal.out(table(['name', 'elements', 'changed at'], rows, terminal.width))
  })
}

function putPart(context: CommandContext): Command {
  return part('put', 'store a list, or replace it', 'office networks.txt', 'scope - < names.txt')
    .argument('<name>', 'name of the list, with or without `@`')
    .argument('<file>', 'addresses, networks, names and network numbers, one a line; - for standard input')
    .action(async (name: string, file: string, options: ListOptions) => {
      const elements = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8')
      const kept = await listsFor(options, context).put(bare(name), elements)
      context.terminal.out(
        options.json
          ? `${JSON.stringify(kept, null, 2)}\n`
          : `stored @${kept.name} with ${counted(kept.elements, 'element')}\n`,
      )
    })
}

function showPart(context: CommandContext): Command {
  return part('show', 'print the elements of a list, one a line', 'office')
    .argument('<name>', 'name of the list, with or without `@`')
    .action(async (name: string, options: ListOptions) => {
      const content = (await listsFor(options, context).show(bare(name))).trimEnd()
      context.terminal.data(
        options.json
          ? `${JSON.stringify({ name: bare(name), elements: content.split('\n') }, null, 2)}\n`
          : `${content}\n`,
      )
    })
}

function removePart(context: CommandContext): Command {
  return part('remove', 'remove a list', 'office')
    .argument('<name>', 'name of the list, with or without `@`')
    .action(async (name: string, options: ListOptions) => {
      await listsFor(options, context).remove(bare(name))
      context.terminal.out(options.json ? '{}\n' : `removed @${bare(name)}\n`)
    })
}

const bare = (name: string): string => name.replace(/^@/, '')
