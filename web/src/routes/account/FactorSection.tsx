import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import type { SecondFactorAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { FactorDialog } from './FactorDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const QUERY = ['second-factor']

/** The second factor of logins: whether there is one, switched on with the password, and off with a code too. */
export function FactorSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [open, setOpen] = useState<'none' | 'on' | 'off'>('none')
  const query = useQuery({
    queryKey: QUERY,
    queryFn: () => call<SecondFactorAnswer>('GET', 'account/second-factor'),
  })
  const close = () => {
    setOpen('none')
    void client.invalidateQueries({ queryKey: QUERY })
  }
  return (
    <section>
      <h2>{t('factor.title')}</h2>
      <div>
        <p className="quiet">{t('factor.help')}</p>
        <Loaded query={query}>
          {({ enabled, recovery_codes }) => (
            <>
              {enabled && <p>{t('factor.enabled', { count: recovery_codes })}</p>}
              <button type="button" onClick={() => setOpen(enabled ? 'off' : 'on')}>
                {t(enabled ? 'factor.off' : 'factor.on')}
              </button>
            </>
          )}
        </Loaded>
        {open === 'on' && <FactorDialog close={close} />}
        {open === 'off' && (
          <PasswordDialog
            title={t('factor.off')}
            help={t('factor.offHelp')}
            action={t('factor.off')}
            close={close}
            withCode
            submit={async (password, code) => {
              await call('POST', 'account/second-factor/off', { password, code })
              close()
              return []
            }}
          />
        )}
      </div>
    </section>
  )
}
