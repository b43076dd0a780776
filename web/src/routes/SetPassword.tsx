import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { AuthForm } from '../components/AuthForm.tsx'
import { NewPassword } from '../components/Field.tsx'
import { FailureNotice, Notice } from '../components/Notice.tsx'
import { call } from '../lib/api.ts'
import { signIn } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'
import type { InspectPasswordLinkAnswer } from '../lib/answer-types.ts'

/** The page of a one-time link. The token is behind the `#`, which browsers keep to themselves. */
export function SetPassword() {
  const { t } = useTranslation()
  const token = useLocation().hash.slice(1)
  useTitle(t('link.title'))
  const link = useQuery({
    queryKey: ['password-link', token],
    queryFn: () => call<InspectPasswordLinkAnswer>('POST', 'password-link', { token }),
    enabled: token !== '',
    retry: false,
  })
  if (token === '') return <Message text={t('link.none')} />
  if (link.error)
    return (
      <div className="narrow">
        <h1>{t('link.title')}</h1>
        <FailureNotice error={link.error} />
      </div>
    )
  if (link.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  return <PasswordForm token={token} email={link.data.email} />
}

function PasswordForm({ token, email }: { readonly token: string; readonly email: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const submit = async (value: (name: string) => string) => {
    const password = value('password')
    await call('PUT', 'password-link', { token, password })
    // Whoever has a second factor signs in with it, and the page to sign in shows a failure.
    const isIn = await signIn(client, email, password, '').then(
      (codeNeeded) => !codeNeeded,
      () => false,
    )
    if (isIn) await navigate('/', { replace: true })
    else await navigate('/sign-in', { state: { email, said: t('link.done') }, replace: true })
  }
  return (
    <AuthForm title={t('link.title')} action={t('link.go')} submit={submit}>
      <p className="quiet">{t('link.for', { email })}</p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <NewPassword label={t('form.newPassword')} />
    </AuthForm>
  )
}

function Message({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div className="narrow">
      <h1>{t('link.title')}</h1>
      <Notice kind="plain">{text}</Notice>
    </div>
  )
}
