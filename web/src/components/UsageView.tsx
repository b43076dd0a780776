import { useTranslation } from 'react-i18next'
import { sumUsage, type UsageEntry, workOf } from '../lib/administration.ts'
import { useFigures } from '../lib/figure.ts'
import { DayChart, fillDays } from './DayChart.tsx'
import { figure, Table } from './Table.tsx'

interface UsageViewProps {
  readonly entries: readonly UsageEntry[]
  readonly days: number
}

/** Calls per day, and what they were for. What the page asks for by itself is left out of the chart. */
export function UsageView({ entries, days }: UsageViewProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const work = entries.filter(({ route }) => workOf(route) !== 'other')
  const counts = work.map(({ day, calls }) => ({ day, count: calls }))
  if (entries.length === 0) return <p className="quiet">{t('admin.usageNone')}</p>
  const sums = sumUsage(entries, ({ route }) => workOf(route))
  return (
    <>
      <DayChart
        label={t('admin.usageChart', { count: days })}
        what={t('admin.calls')}
        days={fillDays(counts, days, Date.now())}
      />
      {sums.length > 0 && (
        <Table
          label={t('admin.usage')}
          look="list usage"
          heads={[
            t('admin.work'),
            ...(['calls', 'rows', 'coins'] as const).map((name) => figure(t(`admin.${name}`))),
          ]}
        >
          {sums.map(({ key, calls, rows, coins }) => (
            <tr key={key}>
              <td>{t(`admin.works.${key}`)}</td>
              <td className="number">{number(calls)}</td>
              <td className="number">{number(rows)}</td>
              <td className="number">{number(coins)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  )
}
