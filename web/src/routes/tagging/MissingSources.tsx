import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import type { ListFeedsAnswer, TagSourcesAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { missingFeeds } from '../../lib/import.ts'
import { useSession } from '../../lib/session.ts'
import { GetRecommended } from '../import/GetRecommended.tsx'
import { Unanswered } from './UnknownView.tsx'

/** The kinds of addresses that no loaded source knows; administrators get the recommended feeds from here. */
export function MissingSources() {
  const { data } = useQuery({
    queryKey: ['sources'],
    queryFn: () => call<TagSourcesAnswer>('GET', 'sources'),
  })
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  if (data === undefined || Object.keys(data.unanswered).length === 0) return null
  return (
    <div className="missing-sources">
      <Notice kind="plain">
        <Unanswered unknown={data.unanswered} />
        {isAdministrator && <Recommended presets={data.presets ?? []} />}
      </Notice>
    </div>
  )
}

function Recommended({ presets }: { readonly presets: NonNullable<TagSourcesAnswer['presets']> }) {
  const query = useQuery({ queryKey: ['feeds'], queryFn: () => call<ListFeedsAnswer>('GET', 'admin/feeds') })
  return (
    <Loaded query={query}>
      {({ feeds }) =>
        missingFeeds(presets, feeds).length > 0 && <GetRecommended feeds={feeds} known={presets} />
      }
    </Loaded>
  )
}
