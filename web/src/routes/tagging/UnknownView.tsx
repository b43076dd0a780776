import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import type { TagSource } from '../../lib/answer-types.ts'
import { CAUSES, QUESTIONS, type RuledOut, type Unknown } from '../../lib/tag-entry.ts'

/** The questions without an answer, grouped by the cause. */
export function UnknownView({ unknown }: { readonly unknown: Unknown }) {
  const { t } = useTranslation()
  const groups = CAUSES.map((cause) => ({
    cause,
    names: QUESTIONS.filter((question) => unknown[question] === cause).map((question) =>
      t(`tagging.questions.${questionName(question)}`),
    ),
  })).filter(({ names }) => names.length > 0)
  if (groups.length === 0) return null
  return (
    <section className="unknown" aria-label={t('tagging.unknown')}>
      <h2>{t('tagging.unknown')}</h2>
      <ul>
        {groups.map(({ cause, names }) => (
          <li key={cause}>
            {names.join(t('part.comma'))} <span className="quiet">· {t(`tagging.causes.${cause}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RuledOutProps {
  /** Results of earlier versions have none. */
  readonly ruledOut: RuledOut | undefined
  readonly sources: Readonly<Record<string, TagSource>>
}

/** The questions that are answered with no, each with the complete source that does not name the address. */
export function RuledOutView({ ruledOut = {}, sources }: RuledOutProps) {
  const { t } = useTranslation()
  const closed = QUESTIONS.flatMap((question) => {
    const source = ruledOut[question]
    return source === undefined ? [] : [{ question, source }]
  })
  if (closed.length === 0) return null
  return (
    <section className="unknown" aria-label={t('tagging.ruledOut')}>
      <h2>{t('tagging.ruledOut')}</h2>
      <ul>
        {closed.map(({ question, source }) => (
          <li key={question}>
            {t(`tagging.questions.${questionName(question)}`)}{' '}
            <span className="quiet">
              · {t('tagging.ruledOutBy', { source: visible(source) })}
              {sources[source]?.retrieved_at != null && ` · ${sources[source].retrieved_at.slice(0, 10)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The kinds of addresses that no loaded source knows at all. */
export function Unanswered({ unknown }: { readonly unknown: Unknown }) {
  const { t } = useTranslation()
  const names = QUESTIONS.filter((question) => unknown[question] !== undefined).map((question) =>
    t(`tagging.questions.${questionName(question)}`),
  )
  if (names.length === 0) return null
  return <p className="unanswered">{t('tagging.unanswered', { names: names.join(t('part.comma')) })}</p>
}

type Last<Name> = Name extends `${string}.${infer Rest}` ? Rest : never

// A dot in a key of texts parts groups of them.
const questionName = <Name extends (typeof QUESTIONS)[number]>(question: Name): Last<Name> =>
  question.slice(question.indexOf('.') + 1) as Last<Name>
