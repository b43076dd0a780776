import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { quote } from '../../../../src/query/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { call } from '../../lib/api.ts'
import { compare } from '../../lib/compare.ts'
import { useFigures } from '../../lib/figure.ts'
import { useSavedSearches, useTotal } from '../../lib/queries.ts'
import { foldersOf, keepOpened, type ListedSearch, openedAt } from '../../lib/saved-searches.ts'

type Choose = (change: Pick<SearchAddress, 'query' | 'full'>) => void

/** The saved searches of the account in their folders, each with how many records are new. */
export function SavedSearches({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  const searches = useSavedSearches().data?.searches ?? []
  return (
    <section>
      <h2>{t('search.saved')}</h2>
      <p className="quiet">{searches.length === 0 ? t('search.savedNone') : t('search.savedHelp')}</p>
      {foldersOf(searches).map(({ name, searches: members }) => {
        const list = (
          <ul>
            {members.map((search) => (
              <SavedChoice key={search.id} search={search} choose={choose} />
            ))}
          </ul>
        )
        if (name === '') return <div key={name}>{list}</div>
        return (
          <details key={name} className="folder" open>
            <summary>{visible(name)}</summary>
            {list}
          </details>
        )
      })}
    </section>
  )
}

function SavedChoice({ search, choose }: { readonly search: ListedSearch; readonly choose: Choose }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { id, name, short, query, full } = search
  const remove = async () => {
    await call('DELETE', `searches/${id}`)
    await client.invalidateQueries({ queryKey: ['searches'] })
  }
  const open = (text: string) => {
    keepOpened(search, Date.now())
    choose({ query: text, full })
  }
  return (
    <li className="kept">
      <button type="button" className="plain" onClick={() => open(query)}>
        <span>{visible(short)}</span>
        <span className="mono quiet">{visible(query)}</span>
      </button>
      <News search={search} open={open} />
      <button
        type="button"
        className="sign"
        aria-label={t('search.savedRemove', { name: visible(name) })}
        title={t('search.savedRemove', { name: visible(name) })}
        onClick={() => void remove()}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

interface NewsProps {
  readonly search: ListedSearch
  readonly open: (query: string) => void
}

/** How many matches were first seen since the search was last opened, with the way to them. */
function News({ search, open }: NewsProps) {
  const { t, i18n } = useTranslation()
  const { number } = useFigures()
  const since = openedAt(search)
  // The part that two searches share.
  const query = compare(search.query, `firstseen>=${quote(since)}`)?.both ?? ''
  const found = useTotal(query, search.full).data?.total ?? 0
  if (found === 0) return null
  const day = new Date(`${since.replace(' ', 'T')}Z`).toLocaleDateString(i18n.language, {
    ...{ weekday: 'short', day: 'numeric', month: 'short' },
  })
  return (
    <button type="button" className="plain news" onClick={() => open(query)}>
      {t('search.news', { count: found, found: number(found), day })}
    </button>
  )
}
