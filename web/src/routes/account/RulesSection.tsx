import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { UsageRules } from '../../components/UsageRules.tsx'
import { call } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'

/** The usage rules, and their acceptance where this version has not been accepted. */
export function RulesSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { data } = useSession()
  const version = data?.server.rules_version ?? ''
  const accept = useMutation({
    mutationFn: () => call('PUT', 'account/rules', { version }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  })
  const accepted = data?.account?.rules_version
  return (
    <section>
      <h2>{t('register.rules')}</h2>
      <div>
        {accepted !== null && accepted !== version && <Notice kind="plain">{t('help.rulesNew')}</Notice>}
        <UsageRules />
        <FailureNotice error={accept.error} />
        {accepted === version ? (
          <p className="quiet">{t('help.rulesAccepted')}</p>
        ) : (
          <button type="button" disabled={accept.isPending} onClick={() => accept.mutate()}>
            {t('help.rulesAccept', { version })}
          </button>
        )}
      </div>
    </section>
  )
}
