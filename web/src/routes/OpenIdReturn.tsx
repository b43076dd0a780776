import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { FailureNotice } from '../components/Notice.tsx'
import { returnFromOpenId } from '../lib/openid.ts'
import { useTitle } from '../lib/title.ts'

/** The address to which the OpenID provider sends the browser back. */
export function OpenIdReturn() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const query = useLocation().search.slice(1)
  useTitle(t('signIn.title'))
  const returned = useQuery({
    queryKey: ['openid', query],
    queryFn: () => returnFromOpenId(client, query),
    // An answer works once.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (returned.error)
    return (
      <div className="narrow">
        <h1>{t('signIn.title')}</h1>
        <FailureNotice error={returned.error} />
        <p>
          <Link to="/sign-in">{t('signIn.go')}</Link>
        </p>
      </div>
    )
  if (returned.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  return <Navigate to={returned.data} replace />
}
