import type { ListFeedsAnswer } from '../../lib/answer-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Loaded } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { useTitle } from '../../lib/title.ts'
import { AddFeed, useSourcesOfTags } from './AddFeed.tsx'
import { Catalogue } from './Catalogue.tsx'
import { FeedTable } from './FeedTable.tsx'
import { ImportTabs } from './ImportTabs.tsx'

/** The lists that tags are made of, their age, and what can be done about it. */
export function Feeds() {
  const { t } = useTranslation()
  useTitle(t('import.feeds'))
  const query = useQuery({
    queryKey: ['feeds'],
    queryFn: async () => (await call<ListFeedsAnswer>('GET', 'admin/feeds')).feeds,
  })
  // The catalogue comes with the table, so that nothing moves.
  const isKnown = !useSourcesOfTags().isPending
  return (
    <div className="import">
      <ImportTabs />
      <p className="quiet">{t('feed.intro')}</p>
      <Loaded query={query}>
        {(feeds) =>
          isKnown && (
            <>
              {feeds.length === 0 ? <p>{t('feed.none')}</p> : <FeedTable feeds={feeds} />}
              <Catalogue feeds={feeds} />
              <AddFeed feeds={feeds} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
