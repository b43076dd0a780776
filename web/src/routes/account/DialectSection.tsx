import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'

type Dialect = 'documented' | 'live'
const DIALECTS: readonly Dialect[] = ['documented', 'live']

/** Which spelling of the API the account's programs expect. */
export function DialectSection({ dialect }: { readonly dialect: Dialect }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (wanted: Dialect) => call('PUT', 'account/dialect', { dialect: wanted }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['account'] }),
  })
  const shown = change.isPending ? change.variables : dialect
  return (
    <section>
      <h2 id="dialect">{t('account.dialect')}</h2>
      <div className="form" role="radiogroup" aria-labelledby="dialect">
        {DIALECTS.map((name) => (
          <label key={name} className="choice">
            <input
              type="radio"
              name="dialect"
              checked={shown === name}
              onChange={() => change.mutate(name)}
            />
            <span>
              {t(`account.${name}`)}
              <small>{t(`account.${name}Help`)}</small>
            </span>
          </label>
        ))}
        <FailureNotice error={change.error} />
      </div>
    </section>
  )
}
