import { SETTING_NAMES, SETTINGS, type Setting, variableOf } from './table.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The whole page docs/configuration.md. */
export function configurationPage(): string {
  const rows = SETTING_NAMES.map((name) => {
    const setting: Setting<unknown> = SETTINGS[name]
    const standard = setting.kind.print(setting.default)
    const shown = standard === '' ? '*(empty)*' : `\`${standard}\``
    return `| \`${name}\` | \`${variableOf(name)}\` | ${shown} | ${cell(setting.kind.allowed)} | ${cell(setting.meaning)}${setting.secret ? ' (never printed)' : ''} |`
  })
  return `${HEAD}${rows.join('\n')}\n`
}

const HEAD = `# Configuration

Every setting has a default; nothing needs to be set. Options of the command override environment variables, and these
override the file: \`periplus.json\` in the data directory, or the one named by \`--config FILE\`. The file contains one JSON
object; \`{"http": {"port": 80}}\` and \`{"http.port": 80}\` mean the same. All mistakes are reported together, and a server
with a mistake in its settings does not start. \`periplus config\` prints the table with the values in use.

Sizes and times have a unit: \`256 MiB\`, \`30 s\`. In the environment the elements of a list are separated by commas. An empty
variable is ignored.

| Setting | Variable | Default | Allowed | Meaning |
|---|---|---|---|---|
`
