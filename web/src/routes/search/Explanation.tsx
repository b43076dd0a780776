import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Prose } from '../../components/Prose.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import type { ExplainAnswer } from '../../lib/answer-types.ts'
import { withInstead } from '../../lib/conditions.ts'
import { useExplanation } from '../../lib/queries.ts'
import './explanation.css'

interface ExplanationProps {
  readonly asked: SearchAddress
  readonly go: (change: Partial<SearchAddress>) => void
}

/** Why nothing matches: what each condition finds alone and joined, what may be meant, and whether older records match. */
export function Explanation({ asked, go }: ExplanationProps) {
  const { t, i18n } = useTranslation()
  // The search itself has been answered; without its explanation the page says what it said before.
  const { data } = useExplanation(asked)
  if (data === undefined) return null
  const { older } = data
  return (
    <section className="explanation" aria-label={t('explain.title')}>
      {older !== null && (
        <p>{t('explain.older', { count: older, older: older.toLocaleString(i18n.language) })}</p>
      )}
      <Counts conditions={data.conditions} />
      {data.left_out > 0 && <p className="quiet">{t('explain.leftOut', { count: data.left_out })}</p>}
      <Suggestions asked={asked} conditions={data.conditions} go={go} />
    </section>
  )
}

type Conditions = ExplainAnswer['conditions']

function Counts({ conditions }: { readonly conditions: Conditions }) {
  const { t, i18n } = useTranslation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('explain.condition')}</th>
          <th scope="col">{t('explain.alone')}</th>
          <th scope="col">{t('explain.joined')}</th>
        </tr>
      </thead>
      <tbody>
        {conditions.map(({ condition, alone, joined }) => (
          <tr key={condition}>
            <th scope="row">
              <code>{visible(condition)}</code>
            </th>
            <td>{alone.toLocaleString(i18n.language)}</td>
            <td>{joined.toLocaleString(i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface SuggestionsProps extends ExplanationProps {
  readonly conditions: Conditions
}

function Suggestions({ asked, conditions, go }: SuggestionsProps) {
  const { t, i18n } = useTranslation()
  const hints = new Set(conditions.flatMap((one) => one.hints))
  const offered = conditions.flatMap(({ condition, suggestions }) =>
    suggestions.map((one) => ({ ...one, query: withInstead(asked.query, condition, one.condition) })),
  )
  if (hints.size + offered.length === 0) return null
  return (
    <ul>
      {offered.map(({ condition, count, query }) => (
        <li key={condition}>
          {t('explain.instead')}{' '}
          <button type="button" className="plain" onClick={() => go({ query })}>
            <code>{visible(condition)}</code>
          </button>{' '}
          {t('explain.finds', { count, found: count.toLocaleString(i18n.language) })}
        </li>
      ))}
      {[...hints].map((hint) => (
        <li key={hint}>
          <Prose text={t(`explain.hint.${hint}`)} />
        </li>
      ))}
    </ul>
  )
}
