import { useTranslation } from 'react-i18next'
import { Tabs } from '../../components/Tabs.tsx'
import './import.css'

/** The head of both pages about data that comes in. */
export function ImportTabs() {
  const { t } = useTranslation()
  return (
    <>
      <h1 className="hidden">{t('import.title')}</h1>
      <Tabs
        label={t('import.title')}
        ways={[
          ['/import', t('import.files')],
          ['/import/history', t('import.history')],
          ['/import/feeds', t('import.feeds')],
        ]}
      />
    </>
  )
}
