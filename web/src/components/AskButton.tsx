import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice, Notice } from './Notice.tsx'
import './parts.css'

interface AskButtonProps {
  readonly text: string
  /** What will happen, said before it does. */
  readonly warning: string
  /** The button that does it. */
  readonly go: string
  readonly act: () => Promise<unknown>
}

/** A button for what cannot be taken back: it says what will happen and asks once. */
export function AskButton({ text, warning, go, act }: AskButtonProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const doing = useMutation({ mutationFn: act, onSuccess: () => setAsking(false) })
  if (!asking) {
    return (
      <button type="button" onClick={() => setAsking(true)}>
        {text}
      </button>
    )
  }
  return (
    <div className="ask">
      <Notice kind="plain">{warning}</Notice>
      <FailureNotice error={doing.error} />
      <div>
        <button type="button" className="main" disabled={doing.isPending} onClick={() => doing.mutate()}>
          {go}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t('account.cancel')}
        </button>
      </div>
    </div>
  )
}
