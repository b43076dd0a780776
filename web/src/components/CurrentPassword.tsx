import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { Field } from './Field.tsx'

/** The field `current` of a form that needs the password; accounts without one must have signed in recently. */
export function CurrentPassword() {
  const { t } = useTranslation()
  if (useSession().data?.account?.has_password === false)
    return <p className="quiet">{t('form.noPassword')}</p>
  return (
    <Field
      label={t('form.currentPassword')}
      name="current"
      type="password"
      autoComplete="current-password"
      required
    />
  )
}
