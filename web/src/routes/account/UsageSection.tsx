import type { OwnUsageAnswer } from '../../lib/answer-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { UsageView } from '../../components/UsageView.tsx'
import { call } from '../../lib/api.ts'

const DAYS = 30

/** What the account was used for. */
export function UsageSection() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['usage'],
    queryFn: async () => (await call<OwnUsageAnswer>('GET', `account/usage?days=${DAYS}`)).entries,
  })
  return (
    <section>
      <h2>{t('admin.usage')}</h2>
      <div>
        <Loaded query={query}>{(entries) => <UsageView entries={entries} days={DAYS} />}</Loaded>
      </div>
    </section>
  )
}
