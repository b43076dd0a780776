import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../components/Notice.tsx'
import type { Feed, ListFeedsAnswer, TagSourcesAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { missingFeeds } from '../../lib/import.ts'
import { useSession } from '../../lib/session.ts'
import { GetRecommended } from '../import/GetRecommended.tsx'
import { Unanswered } from './UnknownView.tsx'

/** What is known of the sources of tags; only administrators see the feeds. */
interface Known {
  readonly sources: TagSourcesAnswer | undefined
  readonly feeds: readonly Feed[] | undefined
  /** Whether both have been asked for, so that nothing below moves later. */
  readonly isAsked: boolean
}

/** Asks for the sources of tags, and for the feeds where the account may see them. */
export function useSources(): Known {
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const sources = useQuery({
    queryKey: ['sources'],
    queryFn: () => call<TagSourcesAnswer>('GET', 'sources'),
  })
  const feeds = useQuery({
    queryKey: ['feeds'],
    queryFn: async () => (await call<ListFeedsAnswer>('GET', 'admin/feeds')).feeds,
    enabled: isAdministrator,
  })
  const isAsked = !sources.isPending && !(isAdministrator && feeds.isPending)
  return { sources: sources.data, feeds: feeds.data, isAsked }
}

/** The kinds of addresses that no loaded source knows; administrators get the recommended feeds from here. */
export function MissingSources({ sources, feeds }: Pick<Known, 'sources' | 'feeds'>) {
  if (sources === undefined || Object.keys(sources.unanswered).length === 0) return null
  const presets = sources.presets ?? []
  return (
    <div className="missing-sources">
      <Notice kind="plain">
        <Unanswered unknown={sources.unanswered} />
        {feeds !== undefined && missingFeeds(presets, feeds).length > 0 && (
          <GetRecommended feeds={feeds} known={presets} />
        )}
      </Notice>
    </div>
  )
}
