import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { SecretLine } from '../../components/SecretLine.tsx'
import type { RevealedKey } from '../../lib/answer-types.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly help: string
  readonly action: string
  readonly close: () => void
  /** Resolves to the keys to show. */
  readonly submit: (password: string) => Promise<readonly RevealedKey[]>
}

/** Asks for the password before keys are shown. */
export function PasswordDialog({ title, help, action, close, submit }: PasswordDialogProps) {
  const { t } = useTranslation()
  const sending = useMutation({ mutationFn: submit })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    sending.mutate(String(new FormData(event.currentTarget).get('current') ?? ''))
  }
  return (
    <Dialog title={title} close={close}>
      {sending.data !== undefined ? (
        <ShownKeys keys={sending.data} close={close} />
      ) : (
        <form className="form" onSubmit={onSubmit}>
          <p className="quiet">{help}</p>
          <Field
            label={t('form.currentPassword')}
            name="current"
            type="password"
            autoComplete="current-password"
            required
          />
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
