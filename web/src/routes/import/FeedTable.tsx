import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { useFigures } from '../../lib/figure.ts'
import { feedAge } from '../../lib/import.ts'
import { FeedDetail } from './FeedDetail.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { Feed } from '../../lib/answer-types.ts'

const LOOK = { fresh: 'good', stale: 'busy', expired: 'bad' } as const
const HEADS = ['name', 'state', 'age', 'records', 'licence', 'origin'] as const

/** All feeds; a row unfolds what can be done with it. */
export function FeedTable({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string>()
  return (
    <Table
      label={t('import.feeds')}
      look="list feeds"
      heads={HEADS.map((name) => (name === 'records' ? figure(t(`feed.${name}`)) : t(`feed.${name}`)))}
    >
      {feeds.map((feed) => (
        <Fragment key={feed.name}>
          <FeedRow
            feed={feed}
            open={open === feed.name}
            toggle={() => setOpen(open === feed.name ? undefined : feed.name)}
          />
          {open === feed.name && (
            <tr>
              <td colSpan={HEADS.length} className="free">
                <FeedDetail feed={feed} />
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </Table>
  )
}

interface FeedRowProps {
  readonly feed: Feed
  readonly open: boolean
  readonly toggle: () => void
}

function FeedRow({ feed, open, toggle }: FeedRowProps) {
  const { t } = useTranslation()
  const { number, span } = useFigures()
  const { name, state, active, url, failure, pinned } = feed
  return (
    <tr>
      <td>
        <button type="button" className="fold-button" aria-expanded={open} onClick={toggle}>
          <span aria-hidden="true">{open ? '⌄' : '›'}</span> {visible(name)}
        </button>
        {pinned !== null && (
          <span className="quiet"> {t('feed.pinned', { version: pinned.slice(0, 8) })}</span>
        )}
      </td>
      <td>
        <span className={`state ${LOOK[state]}`}>{t(`feed.states.${state}`)}</span>
        {failure !== null && <span className="wrong"> !</span>}
      </td>
      <td>{span(feedAge(active, Date.now()))}</td>
      <td className="number">{number(active.records)}</td>
      <td>{visible(active.licence ?? '')}</td>
      <td className="origin">{url === null ? t('feed.uploaded') : visible(new URL(url).host)}</td>
    </tr>
  )
}
