import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { FailureNotice } from './Notice.tsx'

/** Signs in by the OpenID provider of the server. */
export function OpenIdButton({ name, back }: { readonly name: string; readonly back: string }) {
  const { t } = useTranslation()
  const leaving = useMutation({
    mutationFn: async () => (await import('../lib/openid.ts')).leaveForOpenId(back),
  })
  return (
    <>
      <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()}>
        {t('signIn.openId', { name: visible(name) })}
      </button>
      <FailureNotice error={leaving.error} />
    </>
  )
}
