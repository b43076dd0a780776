import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { useFigures } from '../lib/figure.ts'
import { figure, Table } from './Table.tsx'

interface LedgerTableProps {
  readonly entries: readonly {
    readonly id: number
    /** Milliseconds, or the text of a time. */
    readonly time: number | string
    readonly amount: number
    readonly kind: 'grant' | 'charge' | 'refund' | 'correction'
    readonly note: string
    readonly by?: string | null
  }[]
}

/** Movements of coins. */
export function LedgerTable({ entries }: LedgerTableProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  if (entries.length === 0) return <p className="quiet">{t('account.ledgerNone')}</p>
  return (
    <Table
      label={t('account.ledger')}
      heads={[t('account.time'), figure(t('account.amount')), t('account.reason')]}
    >
      {entries.map(({ id, time, amount, kind, note, by }) => (
        <tr key={id}>
          <td className="day">{printTime(time)}</td>
          <td className="number">{amount > 0 ? `+${number(amount)}` : `−${number(-amount)}`}</td>
          <td className="free">
            {t(`account.kind.${kind}`)}{' '}
            <span className="quiet">{visible([note, by ?? ''].filter(Boolean).join(' · '))}</span>
          </td>
        </tr>
      ))}
    </Table>
  )
}

function printTime(time: number | string): string {
  return typeof time === 'string' ? time : new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
