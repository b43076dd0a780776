import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { checkQuery } from '../../../../src/query/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { QueryEditor } from '../../components/QueryEditor.tsx'
import { printAddress, readAddress, type SearchAddress } from '../../lib/address.ts'
import { call, withoutCode } from '../../lib/api.ts'
import type { SearchAnswer } from '../../lib/record.ts'
import { useTitle } from '../../lib/title.ts'
import { Answer } from './Answer.tsx'
import { Examples } from './Examples.tsx'

const SIZE = 20

/** The page everything begins at: the query on top, the answer below. */
export function Search() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const asked = readAddress(parameters)
  const go = (change: Partial<SearchAddress>) => void navigate(printAddress({ ...asked, page: 1, ...change }))
  useTitle(asked.query === '' ? t('search.title') : asked.query.slice(0, 60))
  const search = useSearch(asked)
  return (
    <>
      <h1 className="hidden">{t('search.title')}</h1>
      <QueryForm
        asked={asked.query}
        running={search.isFetching}
        submit={(query) => go({ query })}
        again={() => void search.refetch()}
      />
      {asked.query === '' && <Examples choose={(query) => go({ query })} />}
      <FailureNotice error={search.error} retry={() => void search.refetch()} />
      {search.data && asked.query !== '' && !search.error && (
        <Answer answer={search.data} asked={asked} size={SIZE} stale={search.isPlaceholderData} go={go} />
      )}
    </>
  )
}

function useSearch({ query, page, full }: SearchAddress) {
  return useQuery({
    queryKey: ['search', query, page, full],
    queryFn: ({ signal }) => call<SearchAnswer>('POST', 'search', { query, page, full, size: SIZE }, signal),
    enabled: query !== '' && checkQuery(query) === undefined,
    placeholderData: keepPreviousData,
    // A search may cost coins: it is repeated when somebody asks for it, not by itself.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

interface QueryFormProps {
  readonly asked: string
  readonly running: boolean
  readonly submit: (query: string) => void
  readonly again: () => void
}

function QueryForm({ asked, running, submit, again }: QueryFormProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(asked)
  const [told, setTold] = useState(asked !== '')
  useEffect(() => setText(asked), [asked])
  const problem = text.trim() === '' ? undefined : checkQuery(text)
  const send = (query: string) => {
    setTold(true)
    if (query.trim() === '' || checkQuery(query) !== undefined) return
    if (query === asked) again()
    else submit(query)
  }
  return (
    <search>
      <form
        className="query"
        onSubmit={(event) => {
          event.preventDefault()
          send(text)
        }}
      >
        <QueryEditor
          label={t('search.label')}
          hint={t('search.placeholder')}
          text={text}
          onChange={setText}
          onSubmit={send}
        />
        <button type="submit" className="main">
          {running ? t('search.running') : t('search.go')}
        </button>
        <p className="problem" role="status">
          {told && problem !== undefined ? withoutCode(problem.message) : ''}
        </p>
      </form>
    </search>
  )
}
