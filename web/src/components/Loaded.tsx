import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from './Notice.tsx'

interface LoadedProps<Answer> {
  readonly query: UseQueryResult<Answer>
  readonly children: (answer: Answer) => ReactNode
}

/** What a query brought; until then a word after a moment, and a failure with a way on. Old answers stay while a new one is awaited. */
export function Loaded<Answer>({ query, children }: LoadedProps<Answer>) {
  const { t } = useTranslation()
  return (
    <>
      <FailureNotice error={query.error} retry={() => void query.refetch()} />
      {query.data !== undefined && children(query.data)}
      {query.isPending && <p className="quiet late">{t('form.working')}</p>}
    </>
  )
}

/** The button that asks for the next part of a list, where there is one. */
export function More({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  readonly query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
}) {
  const { t } = useTranslation()
  if (!hasNextPage) return null
  return (
    <button type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('part.more')}
    </button>
  )
}
