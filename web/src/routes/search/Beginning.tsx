import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { DropArea } from '../../components/DropArea.tsx'
import { fullStandard } from '../../lib/address.ts'
import { useExampleCounts } from '../../lib/example-counts.ts'
import { EXAMPLES } from '../../lib/examples.ts'
import { useFigures } from '../../lib/figure.ts'
import { handFiles } from '../../lib/handed-files.ts'
import { useOverview } from '../../lib/overview.ts'
import { useSession } from '../../lib/session.ts'
import type { Choose } from './SavedSearches.tsx'

/** What to begin with: queries where there are records, else the way to the first ones. */
export function Beginning({ choose }: { readonly choose: Choose }) {
  return useOverview().data?.total === 0 ? <EmptyStore /> : <Examples choose={choose} />
}

/** An empty store says so, and takes the first files. */
function EmptyStore() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const take = (files: readonly File[]) => {
    handFiles(files)
    void navigate('/import')
  }
  return (
    <section className="store-empty" aria-live="polite">
      <h2>{t('overview.empty')}</h2>
      <p>{t(isAdministrator ? 'overview.emptyHelp' : 'overview.emptyAsk')}</p>
      {isAdministrator && (
        <DropArea label={t('overview.scans')} hint={t('overview.emptyDrop')} multiple take={take} />
      )}
    </section>
  )
}

/** Queries to begin with, each with how many records it finds. */
function Examples({ choose }: { readonly choose: Choose }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const counts = useExampleCounts()
  return (
    <section>
      <h2>{t('search.examples')}</h2>
      <p className="quiet">{t('search.intro')}</p>
      <ul>
        {EXAMPLES.map((query) => {
          const count = counts.get(query)
          return (
            <li key={query} className="example">
              <button
                type="button"
                className="plain mono"
                onClick={() => choose({ query, full: fullStandard() })}
              >
                {visible(query)}
              </button>
              <span className="number quiet">
                {count !== undefined && (
                  <>
                    {number(count)}
                    <span className="hidden"> {t('search.exampleCount', { count })}</span>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
