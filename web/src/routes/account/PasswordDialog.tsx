import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { CurrentPassword } from '../../components/CurrentPassword.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { SecretLine } from '../../components/SecretLine.tsx'
import type { RevealedKey } from '../../lib/answer-types.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly help: string
  readonly action: string
  readonly close: () => void
  /** Whether a code of the second factor is asked for too. */
  readonly withCode?: boolean
  /** Resolves to the keys to show. */
  readonly submit: (password: string, code: string) => Promise<readonly RevealedKey[]>
}

/** Asks for the password before keys are shown, or the second factor is switched off. */
export function PasswordDialog({
  title,
  help,
  action,
  close,
  withCode = false,
  submit,
}: PasswordDialogProps) {
  const { t } = useTranslation()
  const sending = useMutation({
    mutationFn: (form: FormData) => submit(String(form.get('current') ?? ''), String(form.get('code') ?? '')),
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    sending.mutate(new FormData(event.currentTarget))
  }
  return (
    <Dialog title={title} close={close}>
      {sending.data !== undefined ? (
        <ShownKeys keys={sending.data} close={close} />
      ) : (
        <form className="form" onSubmit={onSubmit}>
          <p className="quiet">{help}</p>
          <CurrentPassword />
          {withCode && (
            <Field label={t('factor.anyCode')} name="code" autoComplete="one-time-code" required />
          )}
          <FailureNotice error={sending.error} />
          <button type="submit" className="main" disabled={sending.isPending}>
            {action}
          </button>
        </form>
      )}
    </Dialog>
  )
}

/** Keys in the clear, and which programs want which. */
export function ShownKeys({
  keys,
  close,
}: {
  readonly keys: readonly RevealedKey[]
  readonly close: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className="form">
      {keys.map(({ name, dialect, key }) => (
        <div key={name}>
          <p className="quiet">{t(`account.${dialect}Help`)}</p>
          <SecretLine text={key} />
        </div>
      ))}
      <button type="button" className="main" onClick={close}>
        {t('dialog.close')}
      </button>
    </div>
  )
}
