// `periplus completion`: completion of commands and options in a shell, and the man page.
import { Argument, type Command } from 'commander'
import { OVERVIEW } from '../overview.ts'
import type { CommandContext } from '../output/output.ts'

const KINDS = ['bash', 'zsh', 'fish', 'man'] as const

/** Adds the command. */
export function addCompletion(program: Command, { terminal }: CommandContext): void {
  program
    .command('completion')
    .description(OVERVIEW.completion.description)
    .addArgument(new Argument('<shell>', 'bash, zsh or fish; or man for the man page').choices(KINDS))
    .addHelpText('after', EXAMPLES)
    .action(async (kind: (typeof KINDS)[number]) => {
      const [{ commandTree }, { completionScript }, { manPage }, { programVersion }] = await Promise.all([
        import('../manual/command-tree.ts'),
        import('../manual/completion.ts'),
        import('../manual/man-page.ts'),
        import('../version.ts'),
      ])
      const tree = await commandTree()
      terminal.out(kind === 'man' ? manPage(tree, programVersion()) : completionScript(kind, tree))
    })
}

const EXAMPLES = `
Examples:
  periplus completion bash > /etc/bash_completion.d/periplus
  periplus completion zsh > "\${fpath[1]}/_periplus"
  periplus completion fish > ~/.config/fish/completions/periplus.fish
  periplus completion man > /usr/local/share/man/man1/periplus.1`
