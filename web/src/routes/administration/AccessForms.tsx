import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { AskButton } from '../../components/AskButton.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { SecretLine } from '../../components/SecretLine.tsx'
import { call } from '../../lib/api.ts'
import type { OfAccount } from './ChangeForms.tsx'
import type { AdminPasswordLinkAnswer, AdminRotateKeyAnswer } from '../../lib/answer-types.ts'

/** Key and password of an account, and whether it may be used at all. */
export function AccessForms({ account, again }: OfAccount) {
  const { t } = useTranslation()
  const path = `admin/accounts/${account.id}`
  const [key, setKey] = useState<string>()
  const rotate = async () => {
    setKey((await call<AdminRotateKeyAnswer>('POST', `${path}/key`, {})).key)
    await again()
  }
  const link = useMutation({
    mutationFn: () => call<AdminPasswordLinkAnswer>('POST', `${path}/password_link`, {}),
    onSuccess: again,
  })
  const disable = async (disabled: boolean) => {
    await call('POST', path, { disabled })
    await again()
  }
  const email = visible(account.email)
  return (
    <section>
      <h2>{t('admin.access')}</h2>
      <div>
        <FailureNotice error={link.error} />
        {link.data && (
          <Notice kind="good">
            <p>{t('admin.linkMade', { time: link.data.expires_at })}</p>
            <SecretLine text={link.data.url} />
          </Notice>
        )}
        {key !== undefined && (
          <Notice kind="good">
            <p>{t('admin.keyMade')}</p>
            <SecretLine text={key} />
          </Notice>
        )}
        <div className="actions">
          <button type="button" disabled={link.isPending} onClick={() => link.mutate()}>
            {t('admin.link')}
          </button>
          <AskButton
            text={t('account.rotate')}
            warning={t('account.rotateAsk')}
            go={t('account.rotateGo')}
            act={rotate}
          />
          {account.disabled ? (
            <button type="button" onClick={() => void disable(false)}>
              {t('admin.enable')}
            </button>
          ) : (
            <AskButton
              text={t('admin.disable')}
              warning={t('admin.disableAsk', { email })}
              go={t('admin.disableGo')}
              act={() => disable(true)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
