import { useMutation } from '@tanstack/react-query'
import { type FormEvent, lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { CurrentPassword } from '../../components/CurrentPassword.tsx'
import { Field } from '../../components/Field.tsx'
import { Later } from '../../components/Later.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { SecretLine } from '../../components/SecretLine.tsx'
import type { BeginSecondFactorAnswer, ConfirmSecondFactorAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'

const QrCode = lazy(async () => ({ default: (await import('../../components/QrCode.tsx')).QrCode }))

/** Switches the second factor on in three steps: the password, the first code of the app, the recovery codes. */
export function FactorDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation()
  const begin = useMutation({
    mutationFn: (password: string) =>
      call<BeginSecondFactorAnswer>('POST', 'account/second-factor', { password }),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => call<ConfirmSecondFactorAnswer>('PUT', 'account/second-factor', { code }),
  })
  return (
    <Dialog title={t('factor.on')} close={close}>
      {confirm.data !== undefined ? (
        <RecoveryCodes codes={confirm.data.recovery_codes} close={close} />
      ) : begin.data !== undefined ? (
        <Step action={t('factor.confirm')} name="code" step={confirm}>
          <p>{t('factor.app')}</p>
          <Later>
            <QrCode text={begin.data.uri} label={t('factor.qr')} />
          </Later>
          <SecretLine text={begin.data.secret} />
          <p>
            <a href={begin.data.uri}>{t('factor.open')}</a>
          </p>
          <Field
            label={t('factor.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
        </Step>
      ) : (
        <Step action={t('factor.next')} name="current" step={begin}>
          <CurrentPassword />
        </Step>
      )}
    </Dialog>
  )
}

interface StepProps {
  readonly action: string
  /** The field whose value the step takes. */
  readonly name: string
  readonly step: {
    readonly mutate: (value: string) => void
    readonly error: Error | null
    readonly isPending: boolean
  }
  readonly children: ReactNode
}

function Step({ action, name, step, children }: StepProps) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!step.isPending) step.mutate(String(new FormData(event.currentTarget).get(name) ?? ''))
  }
  return (
    <form className="form" onSubmit={onSubmit}>
      {children}
      <FailureNotice error={step.error} />
      <button type="submit" className="main" disabled={step.isPending}>
        {action}
      </button>
    </form>
  )
}

function RecoveryCodes({ codes, close }: { readonly codes: readonly string[]; readonly close: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="form">
      <Notice kind="good">{t('factor.done')}</Notice>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={codes.join('\n')} />
      </div>
      <button type="button" className="main" onClick={close}>
        {t('dialog.close')}
      </button>
    </div>
  )
}
