import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { FailureNotice, Notice } from '../components/Notice.tsx'
import { printAddress } from '../lib/address.ts'
import { openSession } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'

/** Matches every record. */
const ALL = 'port!=""'

/** The address that `periplus open` prints. Its token is behind the `#`, which browsers keep to themselves. */
export function Open() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const token = useLocation().hash.slice(1)
  useTitle(t('search.title'))
  const opened = useQuery({
    queryKey: ['open', token],
    queryFn: async () => {
      await openSession(client, token)
      return true
    },
    enabled: token !== '',
    // A token may work once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (token === '' || opened.error)
    return (
      <div className="narrow">
        <h1>{t('search.title')}</h1>
        {token === '' ? (
          <Notice kind="plain">{t('link.none')}</Notice>
        ) : (
          <FailureNotice error={opened.error} />
        )}
      </div>
    )
  if (opened.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  return <Navigate to={printAddress({ query: ALL, page: 1, full: true, view: 'cards' })} replace />
}
