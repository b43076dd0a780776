import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasPasskeys } from '../lib/has-passkeys.ts'
import { FailureNotice } from './Notice.tsx'

/** Signs in with a passkey, where the browser has passkeys for this page. */
export function PasskeyButton() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const signing = useMutation({
    mutationFn: async () =>
      (await import('../lib/passkey.ts')).signInByPasskey(client, t('signIn.noPasskey')),
  })
  if (!hasPasskeys()) return null
  return (
    <>
      <button type="button" disabled={signing.isPending} onClick={() => signing.mutate()}>
        {t('signIn.passkey')}
      </button>
      <FailureNotice error={signing.error} />
    </>
  )
}
