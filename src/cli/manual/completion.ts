// Completion of commands and options for shells: scripts that start no process of ours while the user types.
import { type CommandNode, commandsOf } from './command-tree.ts'

/** The shells. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The script that completes `periplus` in a shell. */
export function completionScript(shell: (typeof SHELLS)[number], program: CommandNode): string {
  switch (shell) {
    case 'bash':
      return bashScript(program)
    case 'zsh':
      return zshScript(program)
    case 'fish':
      return fishScript(program)
  }
}

/** Every command below the program. */
const below = (program: CommandNode): readonly CommandNode[] => [...commandsOf(program)].slice(1)

/** Text between single quotes. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The first sentence, short enough for a list of choices. */
function shortened(description: string): string {
  const [first = ''] = description.split(/[;:(]/)
  return first.trim()
}

function bashScript(program: CommandNode): string {
  const known = below(program).map(({ path }) => `      ${quoted(path)}) chain="$chain $word" ;;`)
  const choices = [...commandsOf(program)].map(({ path, commands, options }) => {
    const words = [...commands.map(({ name }) => name), ...options.map(({ long }) => long)]
    return `    ${quoted(path)}) words=${quoted(words.join(' '))} ;;`
  })
  return `# bash completion of periplus: source this file, or save it as /etc/bash_completion.d/periplus
_periplus() {
  local current=\${COMP_WORDS[COMP_CWORD]} chain=periplus words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$chain $word" in
${known.join('\n')}
    esac
  done
  case $chain in
${choices.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _periplus periplus
`
}

function zshScript(program: CommandNode): string {
  const known = below(program).map(({ path }) => `      ${quoted(path)}) chain="$chain $word" ;;`)
  const choice = (name: string, description: string): string =>
    quoted(`${name}:${shortened(description).replaceAll(':', '\\:')}`)
  const choices = [...commandsOf(program)].map(({ path, commands, options }) => {
    const words = [
      ...commands.map(({ name, description }) => choice(name, description)),
      ...options.map(({ long, description }) => choice(long, description)),
    ]
    return `    ${quoted(path)}) choices=(${words.join(' ')}) ;;`
  })
  return `#compdef periplus
# zsh completion of periplus: save this file as _periplus in a directory of $fpath
_periplus() {
  local chain=periplus word
  local -a choices
  for word in \${words[2,CURRENT-1]}; do
    case "$chain $word" in
${known.join('\n')}
    esac
  done
  case $chain in
${choices.join('\n')}
  esac
  _describe periplus choices || _files
}
if [ "$funcstack[1]" = _periplus ]; then _periplus "$@"; else compdef _periplus periplus; fi
`
}

function fishScript(program: CommandNode): string {
  const known = below(program).map(({ path }) => quoted(path))
  const rules = [...commandsOf(program)].flatMap(({ path, commands, options }) => {
    const at = `complete -c periplus -n ${quoted(`__periplus_at ${quoted(path)}`)}`
    return [
      ...commands.map(
        ({ name, description }) => `${at} -f -a ${quoted(name)} -d ${quoted(shortened(description))}`,
      ),
      ...options.map(
        ({ long, description, takesValue }) =>
          `${at} -l ${quoted(long.slice(2))}${takesValue ? ' -r' : ''} -d ${quoted(shortened(description))}`,
      ),
    ]
  })
  return `# fish completion of periplus: save this file as ~/.config/fish/completions/periplus.fish
function __periplus_at
  set -l chain periplus
  for word in (commandline -opc)[2..-1]
    switch "$chain $word"
      case ${known.join(' ')}
        set chain "$chain $word"
    end
  end
  test "$chain" = "$argv[1]"
end
${rules.join('\n')}
`
}
