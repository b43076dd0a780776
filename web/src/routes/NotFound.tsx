import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useTitle } from '../lib/title.ts'

/** What an address that leads nowhere shows. */
export function NotFound() {
  const { t } = useTranslation()
  useTitle(t('missing.title'))
  return (
    <div className="form narrow">
      <h1>{t('missing.title')}</h1>
      <Link to="/">{t('missing.back')}</Link>
    </div>
  )
}
