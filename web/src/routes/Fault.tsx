import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router'
import { NotLoaded } from '../components/Later.tsx'
import { Notice } from '../components/Notice.tsx'
import { isLoadFailure } from '../lib/load.ts'

/** What stands in place of a page that failed to render. */
export function Fault() {
  const { t } = useTranslation()
  const error = useRouteError()
  // Whoever looks into it finds the cause in the browser's own console.
  useEffect(() => console.error(error), [error])
  if (isLoadFailure(error))
    return (
      <main className="narrow">
        <NotLoaded />
      </main>
    )
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
