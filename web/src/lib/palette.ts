// What the palette offers for a text: commands that hold all of its words, the best first.

/** One thing that can be chosen. */
export interface Command {
  readonly id: string
  readonly kind: 'search' | 'host' | 'page' | 'saved' | 'field' | 'theme' | 'language'
  readonly text: string
  /** More words by which it is found. */
  readonly words?: string
  readonly run: () => void
}

/** So many are shown. */
const MOST = 40

/** The commands that fit a text: those whose own text starts with it first, then in their order. The search for it comes last. */
export function fitting(commands: readonly Command[], written: string): readonly Command[] {
  const words = fold(written)
    .split(/\s+/)
    .filter((word) => word !== '')
  const found = commands.filter(({ text, words: more = '' }) => {
    const whole = fold(`${text} ${more}`)
    return words.every((word) => whole.includes(word))
  })
  const first = fold(written.trim())
  const starts = ({ kind, text }: Command): number =>
    Number(kind === 'search' || !fold(text).startsWith(first))
  return [...found].sort((a, b) => starts(a) - starts(b)).slice(0, MOST)
}

function fold(text: string): string {
  return text.toLowerCase()
}
