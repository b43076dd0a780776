import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { UsageRules } from '../../components/UsageRules.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import type { TagSourcesAnswer } from '../../lib/answer-types.ts'
import { Unanswered } from '../tagging/UnknownView.tsx'
import { HelpTabs } from './HelpTabs.tsx'
import { figure, Table } from '../../components/Table.tsx'

type Credited = TagSourcesAnswer['sources'][number]

const LOOK = { fresh: 'good', stale: 'busy', expired: 'bad' } as const

/** What the data is made of, whose it is and how old; and the rules under which it is used. */
export function Sources() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['sources'],
    queryFn: () => call<TagSourcesAnswer>('GET', 'sources'),
  })
  return (
    <div className="help">
      <HelpTabs />
      <p>{t('help.sourcesIntro')}</p>
      <Loaded query={query}>
        {({ sources, unanswered }) => (
          <>
            <Unanswered unknown={unanswered} />
            <SourceTable sources={sources} />
            <section className="part">
              <h2>{t('register.rules')}</h2>
              <UsageRules />
            </section>
          </>
        )}
      </Loaded>
    </div>
  )
}

function SourceTable({ sources }: { readonly sources: readonly Credited[] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  return (
    <Table
      label={t('help.sources')}
      heads={(['source', 'state', 'date', 'ranges', 'licence'] as const).map((name) =>
        name === 'ranges' ? figure(t(`help.${name}`)) : t(`help.${name}`),
      )}
    >
      {sources.map(
        ({ name, url, version, retrieved_at, stated_at, age_days, records, licence, state, attribution }) => (
          <tr key={name}>
            <td className="free">
              {visible(name)}
              {url !== null && <span className="quiet origin"> {visible(url)}</span>}
            </td>
            <td>
              <span className={`state ${LOOK[state]}`}>{t(`feed.states.${state}`)}</span>
            </td>
            <td className="day">
              {(stated_at ?? retrieved_at)?.slice(0, 10) ?? visible(version ?? '')}
              {age_days !== null && <span className="quiet"> {t('help.ageDays', { count: age_days })}</span>}
            </td>
            <td className="number">{records > 0 ? number(records) : ''}</td>
            <td className="free">
              {visible(licence ?? '')}{' '}
              {attribution !== '' && <span className="quiet">{visible(attribution)}</span>}
            </td>
          </tr>
        ),
      )}
    </Table>
  )
}
