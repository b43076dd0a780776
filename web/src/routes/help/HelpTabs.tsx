import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Tabs } from '../../components/Tabs.tsx'
import { useTitle } from '../../lib/title.ts'
import './help.css'

const PARTS = ['api', 'tags', 'sources'] as const
const REFERENCE = '/docs'

/** The head of every page of the help. */
export function HelpTabs() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const part =
    pathname === REFERENCE ? 'api' : (PARTS.find((name) => pathname.endsWith(`/${name}`)) ?? 'language')
  const title = t(`help.${part}`)
  useTitle(title)
  return (
    <>
      <h1 className="hidden">{t('part.headed', { area: t('help.title'), title })}</h1>
      <Tabs
        label={t('help.title')}
        ways={[
          ['/help', t('help.language')],
          ...PARTS.map((name) => [name === 'api' ? REFERENCE : `/help/${name}`, t(`help.${name}`)] as const),
        ]}
      />
    </>
  )
}
