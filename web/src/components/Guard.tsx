import { useTranslation } from 'react-i18next'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '../lib/session.ts'
import { FailureNotice } from './Notice.tsx'

/** Lets only those in who are signed in; the others come back here after they have. */
export function Guard() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useSession()
  if (data?.account) return <Outlet />
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const state = { back: pathname + search }
  return <Navigate to="/sign-in" state={state} replace />
}
