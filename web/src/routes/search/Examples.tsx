import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { fullStandard } from '../../lib/address.ts'
import { useExampleCounts } from '../../lib/example-counts.ts'
import { EXAMPLES } from '../../lib/examples.ts'
import { useFigures } from '../../lib/figure.ts'
import type { Choose } from './SavedSearches.tsx'

/** Queries to begin with, each with how many records it finds. */
export function Examples({ choose }: { readonly choose: Choose }) {
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
