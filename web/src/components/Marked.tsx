import { visible } from '../../../src/util/index.ts'
import type { Span } from '../lib/matches.ts'

interface MarkedProps {
  readonly text: string
  readonly spans: readonly Span[]
  /** How a piece of the text is written; on one line unless said otherwise. */
  readonly show?: (text: string) => string
}

/** A text of a record with what the query asked for marked. It is text, whatever it holds. */
export function Marked({ text, spans, show = visible }: MarkedProps) {
  if (spans.length === 0) return show(text)
  const ends = [0, ...spans.map(({ end }) => end)]
  return (
    <>
      {spans.map(({ start, end }, index) => (
        <span key={start}>
          {show(text.slice(ends[index], start))}
          <mark>{show(text.slice(start, end))}</mark>
        </span>
      ))}
      {show(text.slice(ends.at(-1)))}
    </>
  )
}
