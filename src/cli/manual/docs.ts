// docs/command-line.md, generated from the commands themselves.
import { type CommandNode, commandsOf, commandTree } from './command-tree.ts'

/** The whole page. */
export async function commandPage(): Promise<string> {
  const commands = [...commandsOf(await commandTree(WIDTH))].filter((node) => node.commands.length === 0)
  return `${HEAD}\n${commands.map(section).join('\n')}`
}

const WIDTH = 110

function section({ path: name, help: printed, description }: CommandNode): string {
  const [help = '', examples] = printed.split(/\nExamples?:\n/)
  const [usage = '', , ...rest] = help.trim().split('\n\n')
  const sentence = `${description.charAt(0).toUpperCase()}${description.slice(1).replace(/\.$/, '')}.`
  const text = [usage, ...rest].join('\n\n').trim()
  const shown = examples === undefined ? '' : `\n\`\`\`sh\n${unindent(examples)}\n\`\`\`\n`
  return `## ${name}\n\n${sentence}\n\n\`\`\`text\n${text}\n\`\`\`\n${shown}`
}

function unindent(text: string): string {
  return text
    .replaceAll(/^ {2}/gm, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

const HEAD = `# The command line

\`bin/periplus\` works from a checkout, from any directory. \`periplus COMMAND --help\` shows the same text.

- Commands that work on records take \`--data DIR\` (else \`PERIPLUS_DATA\`, then \`./data\`). Where a server owns the directory they
  go through a socket in it, which only its user may open; whoever may is the operator, sees all fields and pays no coins.
- \`search\`, \`export\`, \`tag\`, \`import\` and \`mcp\` also work with a server on another machine: \`--server URL --email E --key K\`, or
  \`PERIPLUS_SERVER\`, \`PERIPLUS_EMAIL\` and \`PERIPLUS_KEY\`, as that account, at its level and price. Imports need an
  administrator. The key is never printed; in the environment other users of the machine cannot see it either. \`--data\`
  means this machine whatever the environment says; all other commands work on this machine only, and \`delete\` needs
  \`--data\` where the environment names a server.
- An export with \`--out\` and an import continue where they stopped when the same command is given again. An import that is
  repeated changes nothing.
- \`--json\` prints one JSON object on standard output. Progress and remarks go to standard error, and progress only where a
  person watches.
- The exit code is 0 when all is done, 1 when something failed, 2 for wrong usage, 3 when an import left whole files out, and 130 when interrupted.
- [configuration.md](configuration.md) has the settings that all commands read.
`
