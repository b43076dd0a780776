import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'

interface LedgerAnswer {
  readonly rows: readonly {
    readonly id: number
    readonly time: number
    readonly amount: number
    readonly kind: 'grant' | 'charge' | 'refund' | 'correction'
    readonly note: string
  }[]
}

/** The latest movements of coins. */
export function LedgerSection() {
  const { t } = useTranslation()
  const ledger = useQuery({
    queryKey: ['ledger'],
    queryFn: () => call<LedgerAnswer>('GET', 'account/ledger'),
  })
  return (
    <section>
      <h2>{t('account.ledger')}</h2>
      <div>
        <FailureNotice error={ledger.error} retry={() => void ledger.refetch()} />
        {ledger.data?.rows.length === 0 && <p className="quiet">{t('account.ledgerNone')}</p>}
        {ledger.data !== undefined && ledger.data.rows.length > 0 && <LedgerTable rows={ledger.data.rows} />}
      </div>
    </section>
  )
}

function LedgerTable({ rows }: LedgerAnswer) {
  const { t } = useTranslation()
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t('account.time')}</th>
            <th scope="col" className="number">
              {t('account.amount')}
            </th>
            <th scope="col">{t('account.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, time, amount, kind, note }) => (
            <tr key={id}>
              <td>{new Date(time).toISOString().slice(0, 19).replace('T', ' ')}</td>
              <td className="number">{amount > 0 ? `+${amount}` : String(amount).replace('-', '−')}</td>
              <td>
                {t(`account.kind.${kind}`)} <span className="quiet">{visible(note)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
