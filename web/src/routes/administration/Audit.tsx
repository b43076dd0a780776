import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AuditTable } from '../../components/AuditTable.tsx'
import { type FieldValue, SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { AdminTabs } from './AdminTabs.tsx'

/** The audit trail of everybody, of one account, or of one action. */
export function Audit() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const narrow = async (value: FieldValue) => {
    const given = (['account', 'action'] as const).map((name) => [name, value(name).trim()] as const)
    setFilter(String(new URLSearchParams(given.filter(([, text]) => text !== '').map((pair) => [...pair]))))
    return null
  }
  return (
    <div className="admin">
      <AdminTabs />
      <SmallForm label={t('admin.narrow')} action={t('admin.narrow')} submit={narrow}>
        <SmallField label={t('admin.onlyAccount')} name="account" autoComplete="off" shape="wide" />
        <SmallField label={t('admin.onlyAction')} name="action" placeholder="key.rotate" />
      </SmallForm>
      <AuditTable key={filter} path={filter === '' ? 'admin/audit' : `admin/audit?${filter}`} />
    </div>
  )
}
