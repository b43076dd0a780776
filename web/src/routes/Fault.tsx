import { useTranslation } from 'react-i18next'
import { Notice } from '../components/Notice.tsx'

/** What stands in place of a page that failed to render. */
export function Fault() {
  const { t } = useTranslation()
  return (
    <main className="narrow">
      <Notice kind="bad">
        {t('fail.broken')}{' '}
        <button type="button" className="plain" onClick={() => location.reload()}>
          {t('fail.reload')}
        </button>
      </Notice>
    </main>
  )
}
