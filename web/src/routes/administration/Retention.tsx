import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { AskButton } from '../../components/AskButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Prose } from '../../components/Prose.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { AdminRetainAnswer, AdminRetentionAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'

const KEY = ['admin', 'retention']

/** How long records are kept, by source, and what is older than that now. */
export function Retention() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call<AdminRetentionAnswer>('GET', 'admin/retention', undefined, signal),
  })
  return (
    <div className="admin">
      <AdminTabs />
      <p className="quiet">
        <Prose text={t('admin.retentionHelp')} />
      </p>
      <Loaded query={query}>{(plan) => <Plan plan={plan} />}</Loaded>
    </div>
  )
}

function Plan({ plan: { records, sources } }: { readonly plan: AdminRetentionAnswer }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const [started, setStarted] = useState(false)
  const remove = async () => {
    await call<AdminRetainAnswer>('POST', 'admin/retention', {})
    setStarted(true)
    await client.invalidateQueries({ queryKey: KEY })
  }
  const asked = { count: records, records: number(records) }
  return (
    <>
      <Table
        label={t('admin.retention')}
        heads={[
          t('admin.retentionSource'),
          figure(t('admin.retentionAge')),
          figure(t('admin.retentionRecords')),
        ]}
      >
        {sources.map(({ source, days, records: some }) => (
          <tr key={source}>
            <th scope="row">{source === 'default' ? t('admin.retentionOthers') : visible(source)}</th>
            <td className="number">
              {days === 0
                ? t('admin.retentionEver')
                : t('admin.retentionDays', { count: days, days: number(days) })}
            </td>
            <td className="number">{number(some)}</td>
          </tr>
        ))}
      </Table>
      <p role="status">{t('admin.retentionTotal', asked)}</p>
      {started && <Notice kind="good">{t('admin.retentionStarted')}</Notice>}
      {records > 0 && (
        <AskButton
          text={t('admin.retentionRemove')}
          warning={t('admin.retentionAsk', asked)}
          go={t('admin.retentionGo')}
          act={remove}
        />
      )}
    </>
  )
}
