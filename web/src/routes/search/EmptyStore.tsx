import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { DropArea } from '../../components/DropArea.tsx'
import { handFiles } from '../../lib/handed-files.ts'
import { useSession } from '../../lib/session.ts'

/** An empty store says so, and takes the first files. */
export function EmptyStore() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const take = (files: readonly File[]) => {
    handFiles(files)
    void navigate('/import')
  }
  return (
    <section className="store-empty" aria-live="polite">
      <h2>{t('overview.empty')}</h2>
      <p>{t(isAdministrator ? 'overview.emptyHelp' : 'overview.emptyAsk')}</p>
      {isAdministrator && (
        <DropArea label={t('overview.scans')} hint={t('overview.emptyDrop')} multiple take={take} />
      )}
    </section>
  )
}
