import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { useFieldName } from '../../lib/field-name.ts'
import type { HostService } from '../../lib/answer-types.ts'

const MOST = 50

interface Change {
  readonly time: string
  readonly host: string
  readonly changed: readonly string[]
  readonly first: boolean
}

/** What changed when, as far as the records show, the latest first. */
export function Changes({ services }: { readonly services: readonly HostService[] }) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const changes = services
    .flatMap(changesOf)
    .sort((a, b) => (a.time < b.time ? 1 : -1))
    .slice(0, MOST)
  return (
    <section>
      <h2>{t('host.changes')}</h2>
      <ol className="changes">
        {changes.map(({ time, host, changed, first }) => (
          <li key={`${time} ${host} ${first}`}>
            <time dateTime={time.replace(' ', 'T')}>{time}</time>
            <span className="mono">{visible(host)}</span>
            <span className="quiet">
              {first ? t('host.appeared') : t('host.changed', { parts: changed.map(nameOf).join(', ') })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function changesOf({ host, firstseen, history }: HostService): readonly Change[] {
  const later = history
    .filter(({ changed }) => changed.length > 0)
    .map(({ time, changed }) => ({ time, host, changed, first: false }))
  return [...later, { time: firstseen, host, changed: [], first: true }]
}
