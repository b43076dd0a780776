import { useTranslation } from 'react-i18next'
import { Table } from '../../components/Table.tsx'
import type { Feed, Preset } from '../../lib/answer-types.ts'
import { useFigures } from '../../lib/figure.ts'
import { feedAge } from '../../lib/import.ts'
import { inLanguage } from '../../lib/language.ts'
import { useKnownFeeds } from './AddFeed.tsx'
import { GetRecommended } from './GetRecommended.tsx'

const HEADS = ['name', 'purpose', 'licence', 'measured', 'age'] as const

/** The feeds worth having with what each is for and worth, and one button that gets the recommended ones. */
export function Catalogue({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  const known = useKnownFeeds()
  if (known.length === 0) return null
  return (
    <section className="part">
      <h2>{t('feed.catalogue')}</h2>
      <GetRecommended feeds={feeds} known={known} />
      <Table label={t('feed.catalogue')} look="list" heads={HEADS.map((name) => t(`feed.${name}`))}>
        {known.map((preset) => (
          <KnownFeedRow
            key={preset.name}
            preset={preset}
            feed={feeds.find(({ name }) => name === preset.name)}
          />
        ))}
      </Table>
    </section>
  )
}

function KnownFeedRow({ preset, feed }: { readonly preset: Preset; readonly feed: Feed | undefined }) {
  const { t } = useTranslation()
  const { span } = useFigures()
  const { name, title, licence, measured, unmeasured, recommended } = preset
  return (
    <tr>
      <td>
        {name}
        {recommended && <span className="quiet"> · {t('feed.recommended')}</span>}
      </td>
      <td>{inLanguage(title)}</td>
      <td>{licence ?? t('feed.notStated')}</td>
      <td className="free">
        {unmeasured === null
          ? measured
              .map(({ tag, precision, recall, against }) =>
                t('feed.measuredAs', {
                  tag,
                  precision: precision.toFixed(4),
                  recall: recall.toFixed(4),
                  against: inLanguage(against),
                }),
              )
              .join(t('part.divider'))
          : t('feed.unmeasured', { reason: inLanguage(unmeasured) })}
      </td>
      <td>{feed === undefined ? t('feed.absent') : span(feedAge(feed.active, Date.now()))}</td>
    </tr>
  )
}
