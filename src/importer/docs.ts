// The tables of docs/importers.md.
import { IMPORTERS, REFUSALS } from './registry.ts'

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`
}

/** The sources: the name `--format` takes, and what it reads. */
export function importerTable(): string {
  const rows = IMPORTERS.map(({ name, label }) => row([`\`${name}\``, label]))
  return row(['`--format`', 'reads']) + row(['---', '---']) + rows.join('')
}

/** What is refused by name, with the advice; each name once. */
export function refusalTable(): string {
  const advice = new Map(REFUSALS.map((refusal) => [refusal.name, refusal.advice] as const))
  const rows = [...advice].map(([name, text]) => row([name, text]))
  return row(['file', 'what to do']) + row(['---', '---']) + rows.join('')
}
