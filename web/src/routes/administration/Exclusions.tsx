import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { type FieldValue, SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { AdminExcludeAnswer, AdminExclusionsAnswer, Exclusion } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { AdminTabs } from './AdminTabs.tsx'

const KEY = ['admin', 'exclusions']

/** Rules about records that are never stored and never shown. */
export function Exclusions() {
  const { t } = useTranslation()
  const rules = useId()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call<AdminExclusionsAnswer>('GET', 'admin/exclusions')).exclusions,
  })
  const again = () => client.invalidateQueries({ queryKey: KEY })
  const exclude = async (value: FieldValue) => {
    const asked = { rules: value('rules'), note: value('note') }
    const { added, known } = await call<AdminExcludeAnswer>('POST', 'admin/exclusions', asked)
    void again()
    return <p>{t('admin.excluded', { added: added.length, known })}</p>
  }
  return (
    <div className="admin">
      <AdminTabs />
      <p className="quiet">{t('admin.exclusionsHelp')}</p>
      <SmallForm label={t('admin.exclude')} action={t('admin.exclude')} submit={exclude} empties>
        <div className="field wide">
          <label htmlFor={rules}>{t('admin.exclusionRules')}</label>
          <textarea id={rules} name="rules" rows={3} required spellCheck={false} />
        </div>
        <SmallField label={t('admin.exclusionNote')} name="note" shape="wide" />
      </SmallForm>
      <Loaded query={query}>
        {(exclusions) =>
          exclusions.length === 0 ? (
            <p className="quiet">{t('admin.exclusionsNone')}</p>
          ) : (
            <ExclusionTable exclusions={exclusions} again={again} />
          )
        }
      </Loaded>
    </div>
  )
}

interface ExclusionTableProps {
  readonly exclusions: readonly Exclusion[]
  readonly again: () => Promise<void>
}

function ExclusionTable({ exclusions, again }: ExclusionTableProps) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const remove = async (id: number) => {
    await call('DELETE', `admin/exclusions/${id}`, {})
    await again()
  }
  return (
    <Table
      label={t('admin.exclusions')}
      heads={[
        t('admin.exclusionRule'),
        t('admin.exclusionNote'),
        t('admin.exclusionActor'),
        t('admin.exclusionTime'),
        figure(t('admin.exclusionRemoved')),
        '',
      ]}
    >
      {exclusions.map((one) => (
        <tr key={one.id}>
          <td>
            <code>{visible(one.rule)}</code>
          </td>
          <td>{visible(one.note)}</td>
          <td>{visible(one.actor)}</td>
          <td className="day">{one.created_at.slice(0, 16)}</td>
          <td className="number">
            {one.swept_at === null ? t('admin.exclusionPending') : number(one.removed)}
          </td>
          <td>
            <button type="button" className="plain" onClick={() => void remove(one.id)}>
              {t('admin.exclusionRemove')}
            </button>
          </td>
        </tr>
      ))}
    </Table>
  )
}
