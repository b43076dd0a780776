import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentPassword } from '../../components/CurrentPassword.tsx'
import { NewPassword } from '../../components/Field.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'

/** The change of one's own password. */
export function PasswordSection({ email }: { readonly email: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (form: HTMLFormElement) => {
      const data = new FormData(form)
      const value = (name: string) => String(data.get(name) ?? '')
      return call('PUT', 'account/password', { current: value('current'), password: value('password') })
    },
    onSuccess: (_, form) => {
      form.reset()
      // The account may have had no password before.
      void client.invalidateQueries({ queryKey: ['session'] })
    },
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(event.currentTarget)
  }
  return (
    <section>
      <h2>{t('account.password')}</h2>
      <div>
        <form className="form" onSubmit={onSubmit}>
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <CurrentPassword />
          <NewPassword label={t('form.newPassword')} />
          <FailureNotice error={change.error} />
          {change.isSuccess && <Notice kind="good">{t('account.changed')}</Notice>}
          <button type="submit" disabled={change.isPending}>
            {t('account.change')}
          </button>
        </form>
      </div>
    </section>
  )
}
