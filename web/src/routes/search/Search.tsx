import './answer.css'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { Later } from '../../components/Later.tsx'
import { Notice } from '../../components/Notice.tsx'
import { type Ahead, useAhead } from '../../components/ahead.ts'
import { printAddress, readAddress, type SearchAddress } from '../../lib/address.ts'
import { withCondition, withoutCondition } from '../../lib/conditions.ts'
import { addToHistory } from '../../lib/history.ts'
import { lazily } from '../../lib/lazily.ts'
import { useAccount, useSearch } from '../../lib/queries.ts'
import { useScrollPosition } from '../../lib/scroll-position.ts'
import { SearchWays, searchWays } from '../../lib/search-ways.ts'
import { useSession } from '../../lib/session.ts'
import { useTitle } from '../../lib/title.ts'
import { Chips } from './Chips.tsx'
import type { FoundProps, Shown } from './Found.tsx'
import { QueryForm } from './QueryForm.tsx'
import { SearchFailure } from './SearchFailure.tsx'
import { Start } from './Start.tsx'

/** The windows that open over the search. */
export type Tool = 'compare' | 'report' | 'export' | 'call' | 'save' | 'elsewhere'

/** The answer needs a call anyway: its script arrives in the meantime. */
const FOUND: Ahead<FoundProps> = {
  load: async () => (await import('./Found.tsx')).Found,
}

const Coins = lazily(async () => (await import('./Coins.tsx')).Coins)

const Tools = lazily(async () => (await import('./Tools.tsx')).Tools)

/** The page everything begins at: the query on top, the answer below, what the matches have in common beside it. */
export function Search() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const [tool, setTool] = useState<Tool>()
  const asked = readAddress(parameters)
  const go = (change: Partial<SearchAddress>) =>
    void navigate(printAddress({ ...addressNow(), page: 1, ...change }))
  const refine = (condition: string) => go({ query: withCondition(addressNow().query, condition) })
  const remove = (condition: string) => go({ query: withoutCondition(addressNow().query, condition) })
  useTitle(asked.query === '' ? t('search.title') : asked.query.slice(0, 60))
  const search = useSearch(asked)
  useKeptHistory(asked.query, search.isSuccess && !search.isPlaceholderData)
  const Found = useAhead(FOUND)
  const isThere = Found !== undefined && search.isFetched && !search.isPlaceholderData
  useScrollPosition(asked.query === '' || isThere)
  const ways = useMemo(() => searchWays(readAddress(parameters)), [parameters])
  const window = useAccount().data?.search.result_window
  const shown = useShown(asked, search)
  const found = shown?.answer
  return (
    <SearchWays.Provider value={ways}>
      {found !== undefined && (
        <a className="skip" href="#results">
          {t('search.skip')}
        </a>
      )}
      <h1 className="hidden">{t('search.title')}</h1>
      <QueryForm
        asked={asked.query}
        running={search.isFetching}
        noResults={found?.total === 0 && shown?.stale === false}
        {...(asked.query === '' && { note: <Price /> })}
        submit={(query) => go({ query })}
        again={() => void search.refetch()}
      />
      {asked.query === '' && <Start choose={go} />}
      {asked.query !== '' && <Chips query={asked.query} remove={remove} clear={() => go({ query: '' })} />}
      <SearchFailure
        error={search.error}
        again={() => void search.refetch()}
        asked={asked}
        go={go}
        openTool={setTool}
      />
      <Stopped search={search} />
      {(search.isLoading || (shown !== undefined && Found === undefined)) && <Skeleton />}
      {shown !== undefined && Found !== undefined && (
        <Found shown={shown} window={window} go={go} refine={refine} remove={remove} openTool={setTool} />
      )}
      {tool !== undefined && (
        <Later>
          <Tools tool={tool} asked={asked} total={found?.total} close={() => setTool(undefined)} />
        </Later>
      )}
    </SearchWays.Provider>
  )
}

/** What a search costs, for those who pay for it. */
function Price() {
  const price = useAccount().data?.search.price ?? 0
  return (
    price > 0 && (
      <Later>
        <Coins />
      </Later>
    )
  )
}

/** Says that there is no answer because somebody stopped the search. */
function Stopped({ search }: { readonly search: ReturnType<typeof useSearch> }) {
  const { t } = useTranslation()
  const lacksAnswer = search.isPending || search.isPlaceholderData
  if (!search.isEnabled || search.isFetching || !lacksAnswer) return null
  return (
    <Notice kind="plain">
      {t('search.stopped')}{' '}
      <button type="button" className="plain" onClick={() => void search.refetch()}>
        {t('fail.again')}
      </button>
    </Notice>
  )
}

/** The answer; while the next one is on its way and after a failure the one before it. */
function useShown(asked: SearchAddress, search: ReturnType<typeof useSearch>): Shown | undefined {
  const last = useRef<Shown>(undefined)
  const { data, error, isPlaceholderData } = search
  if (asked.query === '') last.current = undefined
  else if (error !== null) {
    if (last.current === undefined) return undefined
    return { ...last.current, asked: { ...last.current.asked, view: asked.view }, stale: true }
  } else if (data !== undefined) {
    const shown = { answer: data, asked, stale: isPlaceholderData }
    if (!isPlaceholderData) last.current = shown
    return shown
  }
  return undefined
}

/** What the address asks for now: a second click can come before the page shows what the first one asked for. */
function addressNow(): SearchAddress {
  return readAddress(new URLSearchParams(window.location.search))
}

function useKeptHistory(query: string, answered: boolean): void {
  const account = useSession().data?.account?.email
  useEffect(() => {
    if (answered && query !== '' && account !== undefined) addToHistory(account, query)
  }, [query, answered, account])
}

const CARDS = [72, 56, 64, 48, 60] as const

/** What is where the first answer will be; seen only when it takes longer than a moment. */
function Skeleton() {
  const { t } = useTranslation()
  return (
    <div className="found late" role="status" aria-label={t('search.running')}>
      <div className="facets" />
      <div className="answer">
        <div className="bone" style={{ width: '40%', height: 20 }} />
        <div className="timeline" />
        {CARDS.map((width) => (
          <div key={width} className="card">
            <div className="bone" style={{ width: `${width / 2}%` }} />
            <div className="bone" style={{ width: `${width}%` }} />
            <div className="bone" style={{ width: `${width - 14}%` }} />
          </div>
        ))}
      </div>
    </div>
  )
}
