import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LedgerTable } from '../../components/LedgerTable.tsx'
import { More } from '../../components/Loaded.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import type { OwnLedgerAnswer } from '../../lib/answer-types.ts'

/** The movements of coins, newest first. */
export function LedgerSection() {
  const { t } = useTranslation()
  const ledger = useInfiniteQuery({
    queryKey: ['ledger'],
    queryFn: ({ pageParam }) =>
      call<OwnLedgerAnswer>('GET', `account/ledger?size=20${pageParam ? `&before=${pageParam}` : ''}`),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  return (
    <section>
      <h2>{t('account.ledger')}</h2>
      <div>
        <FailureNotice error={ledger.error} retry={() => void ledger.refetch()} />
        {ledger.data && <LedgerTable entries={ledger.data.pages.flatMap(({ rows }) => rows)} />}
        <More query={ledger} />
      </div>
    </section>
  )
}
