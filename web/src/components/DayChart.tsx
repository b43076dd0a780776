import { useTranslation } from 'react-i18next'
import { useFigures } from '../lib/figure.ts'
import './parts.css'

/** What happened on one UTC day. */
interface DayCount {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly count: number
}

interface DayChartProps {
  readonly label: string
  /** What is counted, for the head of the table. */
  readonly what: string
  readonly days: readonly DayCount[]
}

/** The latest days, those without anything included, oldest first. */
export function fillDays(counts: readonly DayCount[], days: number, now: number): readonly DayCount[] {
  const known = new Map<string, number>()
  for (const { day, count } of counts) known.set(day, (known.get(day) ?? 0) + count)
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(now - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { day, count: known.get(day) ?? 0 }
  })
}

/** A column per day, and the same as a table. */
export function DayChart({ label, what, days }: DayChartProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const most = Math.max(1, ...days.map(({ count }) => count))
  return (
    <figure className="days">
      <svg viewBox={`0 0 ${days.length * 8} 96`} preserveAspectRatio="none" role="img" aria-label={label}>
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(2, (92 * count) / most)
          return (
            <rect
              key={day}
              className={count === 0 ? 'none' : ''}
              x={index * 8 + 1}
              y={96 - height}
              width="6"
              height={height}
            >
              <title>{`${day}: ${number(count)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption>
        <span>{days[0]?.day}</span>
        <span>{t('part.most', { value: number(Math.max(0, ...days.map(({ count }) => count))) })}</span>
        <span>{days.at(-1)?.day}</span>
      </figcaption>
      <details>
        <summary>{t('part.asTable')}</summary>
        <table className="list">
          <thead>
            <tr>
              <th scope="col">{t('part.day')}</th>
              <th scope="col" className="number">
                {what}
              </th>
            </tr>
          </thead>
          <tbody>
            {days
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => (
                <tr key={day}>
                  <td className="day">{day}</td>
                  <td className="number">{number(count)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
