import { visible } from '../../../src/util/index.ts'
import { useFigures } from '../lib/figure.ts'
import './parts.css'

/** One bar: what is counted, and how it is called. */
export interface Bar {
  readonly value: string
  readonly text: string
  readonly count: number
}

interface BarTableProps {
  readonly caption: string
  /** The longest first. */
  readonly bars: readonly Bar[]
  /** The bars that are chosen, and what a click on one does; without it they are to look at only. */
  readonly chosen?: string | undefined
  readonly choose?: (value: string) => void
}

/** Counts as bars behind their names. It is a table, so that whoever does not see the bars loses nothing. */
export function BarTable({ caption, bars, chosen, choose }: BarTableProps) {
  const { number } = useFigures()
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <table className="bars">
      <caption>{caption}</caption>
      <tbody>
        {bars.map(({ value, text, count }) => {
          const style = { '--share': `${(100 * count) / most}%` } as React.CSSProperties
          const shown = visible(text)
          return (
            <tr key={value}>
              <th scope="row">
                {choose ? (
                  <button
                    type="button"
                    className="bar"
                    style={style}
                    title={shown}
                    aria-pressed={chosen === value}
                    onClick={() => choose(value)}
                  >
                    {shown}
                  </button>
                ) : (
                  <span className="bar" style={style} title={shown}>
                    {shown}
                  </span>
                )}
              </th>
              <td>{number(count)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
