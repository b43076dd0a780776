import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Later } from '../../components/Later.tsx'
import { fullStandard, type SearchAddress } from '../../lib/address.ts'
import { clearHistory, readHistory } from '../../lib/history.ts'
import { useSession } from '../../lib/session.ts'
import { SavedSearches } from './SavedSearches.tsx'
import './start.css'

const IconSearch = lazy(async () => ({
  default: (await import('../../components/IconSearch.tsx')).IconSearch,
}))

const Beginning = lazy(async () => ({ default: (await import('./Beginning.tsx')).Beginning }))

const OverviewHead = lazy(async () => ({ default: (await import('./Overview.tsx')).OverviewHead }))

const Overview = lazy(async () => ({ default: (await import('./Overview.tsx')).Overview }))

const RECENT = 8

type Choose = (change: Pick<SearchAddress, 'query' | 'full'>) => void

/** What to begin with: examples, the last queries, and those kept under a name. */
export function Start({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="start">
        <div className="beginning">
          <Later>
            <Beginning choose={choose} />
          </Later>
        </div>
        <div className="overview-head">
          <Later>
            <OverviewHead search={(query) => choose({ query, full: true })} />
          </Later>
        </div>
        <Recent choose={choose} />
        <SavedSearches choose={choose} />
        <section className="screen-only">
          <h2>{t('pivots.iconTitle')}</h2>
          <Later>
            <IconSearch search={(query) => choose({ query, full: true })} />
          </Later>
        </section>
      </div>
      <div className="overview-place">
        <Later>
          <Overview search={(query) => choose({ query, full: true })} />
        </Later>
      </div>
    </>
  )
}

function Recent({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  const account = useSession().data?.account?.email ?? ''
  const [queries, setQueries] = useState(() => readHistory(account).slice(0, RECENT))
  const clear = () => {
    clearHistory(account)
    setQueries([])
  }
  return (
    <section>
      <h2>{t('search.recent')}</h2>
      <p className="quiet">{queries.length === 0 ? t('search.recentNone') : t('search.recentHelp')}</p>
      <ul>
        {queries.map((query) => (
          <Choice key={query} query={query} choose={() => choose({ query, full: fullStandard() })} />
        ))}
      </ul>
      {queries.length > 0 && (
        <button type="button" className="plain" onClick={clear}>
          {t('search.recentClear')}
        </button>
      )}
    </section>
  )
}

function Choice({ query, choose }: { readonly query: string; readonly choose: () => void }) {
  return (
    <li>
      <button type="button" className="plain mono" onClick={choose}>
        {visible(query)}
      </button>
    </li>
  )
}
