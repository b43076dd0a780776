// Output of commands for people: tables, counts and progress, with hostile text made visible.
import Table from 'cli-table3'
import colours from 'picocolors'
import { visible } from '../../util/index.ts'

/** Where a command writes; tests pass their own. */
export interface Terminal {
  readonly out: (text: string) => void
  /** Writes record data: byte for byte to files and pipes, with hidden characters made visible on a terminal. */
  readonly data: (text: string) => void
  readonly error: (text: string) => void
  /** Whether standard error is a terminal: progress is drawn only then. */
  readonly interactive: boolean
  readonly width: number
  /** Resolves when all output has left this process, so that a slow reader does not fill the memory. */
  readonly drained: () => Promise<void>
}

/** The terminal of this process. */
export const processTerminal: Terminal = {
  out: (text) => process.stdout.write(process.stdout.isTTY ? visibleOutput(text) : text),
  data: (text) => process.stdout.write(process.stdout.isTTY ? visibleLines(text) : text),
  error: (text) => process.stderr.write(process.stderr.isTTY ? visibleNotice(text) : text),
  interactive: process.stderr.isTTY === true,
  width: process.stdout.columns ?? 120,
  drained: () =>
    process.stdout.writableNeedDrain
      ? new Promise((resolve) => process.stdout.once('drain', resolve))
      : Promise.resolve(),
}

/** Lines for a terminal: line ends and tabs stay, every other control, direction and invisible character becomes an escape. */
export function visibleLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\n\t]+/g, visible)
}

const grouped = new Intl.NumberFormat('en-US')

/** Output of a command for a terminal: the same, but colours stay. */
export function visibleOutput(text: string): string {
  return text
    .split(COLOUR)
    .map((piece, index) => (index % 2 === 1 ? piece : visibleLines(piece)))
    .join('')
}

/** A notice for a terminal: the same, with the return to the start of the line with which progress begins or ends. */
export function visibleNotice(text: string): string {
  const start = text.startsWith('\r') ? 1 : 0
  const end = text.length > start && text.endsWith('\r') ? text.length - 1 : text.length
  return text.slice(0, start) + visibleOutput(text.slice(start, end)) + text.slice(end)
}

const ESCAPE = String.fromCharCode(0x1b)
const COLOUR = new RegExp(`(${ESCAPE}\\[[\\d;]*m)`)

/** A count with thousands separators: `30,830`. */
export function count(value: number): string {
  return grouped.format(value)
}

/** A count with its noun: `1 record`, `2,000 records`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** Examples of a command for the end of its help, one per list of arguments. */
export function exampleText(command: string, examples: readonly string[]): string {
  if (examples.length === 0) return ''
  return ['', 'Examples:', ...examples.map((example) => `  ${command} ${example}`.trimEnd())].join('\n')
}

/** A byte count for people. */
export function bytes(value: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let unit = 0
  let rest = value
  while (rest >= 1000 && unit < units.length - 1) {
    rest /= 1000
    unit++
  }
  return `${unit === 0 ? rest : rest.toFixed(1)} ${units[unit]}`
}

/** A duration in seconds as `9 s`, `3 min 20 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}

const NARROWEST = 8

/** Rows under their names, cut to the width of the terminal, never wrapped. */
export function table(names: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const cells = rows.map((row) => row.map(visible))
  const wanted = names.map(
    (name, column) => Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)) + 2,
  )
  const widths = shrink(wanted, width - names.length - 1)
  const drawn = new Table({
    head: names.map((name) => colours.bold(name)),
    colWidths: [...widths],
    style: { head: [], border: [], compact: true },
    chars: HAIRLINES,
  })
  for (const row of cells) drawn.push(row)
  return `${drawn.toString()}\n`
}

const HAIRLINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  right: '',
  'right-mid': '',
  mid: '',
  'mid-mid': '',
  middle: ' ',
}

/** Shrinks the widest columns until the row fits. */
function shrink(wanted: readonly number[], room: number): readonly number[] {
  const widths = [...wanted]
  let over = widths.reduce((sum, width) => sum + width, 0) - room
  while (over > 0) {
    const widest = widths.indexOf(Math.max(...widths))
    const current = widths[widest] ?? 0
    if (current <= NARROWEST) break
    const cut = Math.min(over, Math.max(1, Math.ceil((current - NARROWEST) / 4)))
    widths[widest] = current - cut
    over -= cut
  }
  return widths
}

/** What every command gets from outside, so that tests can run it in their own process. */
export interface CommandContext {
  readonly terminal: Terminal
  /** Asks a yes/no question; false without a person to answer. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Fires when the user interrupts. */
  readonly signal: AbortSignal
}
