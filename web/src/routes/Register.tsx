import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { AuthForm } from '../components/AuthForm.tsx'
import { Field, NewPassword } from '../components/Field.tsx'
import { Notice } from '../components/Notice.tsx'
import { UsageRules } from '../components/UsageRules.tsx'
import { call } from '../lib/api.ts'
import { type SessionAnswer, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'

/** Registration, as the server's setting allows; an invitation's token is behind the `#`. */
export function Register() {
  const { t } = useTranslation()
  const invitation = useLocation().hash.slice(1)
  const { data } = useSession()
  useTitle(t('register.title'))
  if (data === undefined) return <p className="quiet late">{t('form.working')}</p>
  const refused = refusal(data.server.registration, invitation)
  if (refused === undefined) return <RegisterForm invitation={invitation} server={data.server} />
  return (
    <div className="narrow">
      <h1>{t('register.title')}</h1>
      <Notice kind="plain">{t(refused)}</Notice>
    </div>
  )
}

function refusal(mode: SessionAnswer['server']['registration'], invitation: string) {
  if (mode === 'closed') return 'register.closed'
  return mode === 'invitation' && invitation === '' ? 'register.needsInvitation' : undefined
}

interface RegisterFormProps {
  readonly invitation: string
  readonly server: SessionAnswer['server']
}

function RegisterForm({ invitation, server }: RegisterFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const submit = async (value: (name: string) => string) => {
    const email = value('email')
    const form = { email, username: value('username'), password: value('password') }
    await call('POST', 'registration', { ...form, invitation, rules: server.rules_version })
    await navigate('/sign-in', { state: { email }, replace: true })
  }
  return (
    <AuthForm title={t('register.title')} action={t('register.go')} submit={submit}>
      <Field
        label={t('form.email')}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="username"
        required
      />
      <Field label={t('form.username')} name="username" autoComplete="name" />
      <NewPassword label={t('form.password')} />
      <section aria-label={t('register.rules')}>
        <UsageRules />
      </section>
      <label className="choice">
        <input type="checkbox" name="accepted" required />
        {t('register.accept')}
      </label>
    </AuthForm>
  )
}
