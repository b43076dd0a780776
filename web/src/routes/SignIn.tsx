import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation } from 'react-router'
import { AuthForm } from '../components/AuthForm.tsx'
import { Field } from '../components/Field.tsx'
import { Notice } from '../components/Notice.tsx'
import { OpenIdButton } from '../components/OpenIdButton.tsx'
import { PasskeyButton } from '../components/PasskeyButton.tsx'
import { signIn, useSession } from '../lib/session.ts'
import { useTitle } from '../lib/title.ts'

/** What another page may hand over: where to go afterwards, and what to say first. */
interface Handed {
  readonly back?: string
  readonly email?: string
  readonly said?: string
}

/** The page to sign in. */
export function SignIn() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { state } = useLocation()
  const { back = '/', email = '', said }: Handed = state ?? {}
  const { data } = useSession()
  const [asksCode, setAsksCode] = useState(false)
  useTitle(t('signIn.title'))
  if (data?.account) return <Navigate to={back} replace />
  return (
    <AuthForm
      title={t('signIn.title')}
      action={t('signIn.go')}
      submit={async (value) =>
        setAsksCode(await signIn(client, value('email'), value('password'), value('code')))
      }
      below={
        <>
          <PasskeyButton />
          {typeof data?.server.openid === 'string' && <OpenIdButton name={data.server.openid} back={back} />}
          <p className="quiet">
            {t('signIn.forgot')}{' '}
            {data?.server.registration === 'open' && <Link to="/register">{t('signIn.register')}</Link>}
          </p>
        </>
      }
    >
      {said !== undefined && <Notice kind="good">{said}</Notice>}
      <Field
        label={t('form.email')}
        name="email"
        type="text"
        inputMode="email"
        autoComplete="username"
        defaultValue={email}
        required
      />
      <Field
        label={t('form.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      {asksCode && (
        <Field
          label={t('signIn.code')}
          help={t('signIn.codeHelp')}
          name="code"
          autoComplete="one-time-code"
          autoFocus
          required
        />
      )}
    </AuthForm>
  )
}
