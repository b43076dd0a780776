import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../lib/api.ts'

/** A sentence that needs attention; read aloud at once when it is bad news. */
export function Notice({
  kind,
  children,
}: {
  readonly kind: 'bad' | 'good' | 'plain'
  readonly children: ReactNode
}) {
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** What went wrong with a call, in the server's words where it had any. */
export function FailureNotice({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const { t } = useTranslation()
  const sentence = useSentence(error)
  if (error === null || error === undefined) return null
  return (
    <Notice kind="bad">
      {sentence}
      {retry && (
        <button type="button" className="plain" onClick={retry}>
          {t('fail.again')}
        </button>
      )}
    </Notice>
  )
}

/** The sentence for an error. */
export function useSentence(error: unknown): string {
  const { t } = useTranslation()
  if (!(error instanceof CallError)) return t('fail.broken')
  if (error.failure === 'refused') return error.message
  return t(`fail.${error.failure}`)
}
