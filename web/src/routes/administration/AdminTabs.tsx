import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Tabs } from '../../components/Tabs.tsx'
import { useTitle } from '../../lib/title.ts'
import './administration.css'

const PARTS = ['invitations', 'exclusions', 'retention', 'usage', 'audit', 'settings', 'health'] as const

/** The head of every page of the administration. */
export function AdminTabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const part = PARTS.find((name) => pathname.endsWith(`/${name}`))
  const title = t(part === undefined ? 'admin.accounts' : `admin.${part}`)
  useTitle(title)
  return (
    <>
      <h1 className="hidden">{t('part.headed', { area: t('admin.title'), title })}</h1>
      <Tabs
        label={t('admin.title')}
        ways={[
          ['/administration', t('admin.accounts')],
          ...PARTS.map((name) => [`/administration/${name}`, t(`admin.${name}`)] as const),
        ]}
      />
    </>
  )
}
