import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { RulesAnswer } from '../lib/answer-types.ts'
import { call } from '../lib/api.ts'
import { inLanguage } from '../lib/language.ts'
import { Loaded } from './Loaded.tsx'

/** The usage rules as the server states them, with their version. */
export function UsageRules() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['rules'],
    queryFn: () => call<RulesAnswer>('GET', 'rules'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={query}>
      {({ version, rules }) => (
        <div className="rules">
          <p>{t('help.rulesVersion', { version })}</p>
          <ul>
            {rules.map((rule) => (
              <li key={rule} lang={inLanguage(rule) === rule ? 'en' : undefined}>
                {inLanguage(rule)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loaded>
  )
}
