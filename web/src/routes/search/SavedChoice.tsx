import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { quote } from '../../../../src/query/index.ts'
import { visible } from '../../../../src/util/index.ts'
import type { SavedSearch } from '../../lib/answer-types.ts'
import { compare } from '../../lib/compare.ts'
import { useFigures } from '../../lib/figure.ts'
import { useTotal } from '../../lib/queries.ts'
import { keepOpened, type Listed, openedAt } from '../../lib/saved-searches.ts'
import type { Choose } from './SavedSearches.tsx'

type Shown = Listed<Omit<SavedSearch, 'shared'>>

interface SavedChoiceProps {
  readonly search: Shown
  readonly choose: Choose
  /** Whether new records are counted. */
  readonly counted: boolean
  /** What else can be done with it. */
  readonly children: ReactNode
}

/** A saved search, own or shared by another account, with how many records are new. */
export function SavedChoice({ search, choose, counted, children }: SavedChoiceProps) {
  const { short, query, full } = search
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
      {counted && <News search={search} open={open} />}
      {children}
    </li>
  )
}

interface NewsProps {
  readonly search: Shown
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
