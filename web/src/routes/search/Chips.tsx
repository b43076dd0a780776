import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { activeConditions } from '../../lib/conditions.ts'

interface ChipsProps {
  readonly query: string
  readonly remove: (condition: string) => void
  readonly clear: () => void
}

/** The conditions of a query, each with a way to remove it. */
export function Chips({ query, remove, clear }: ChipsProps) {
  const { t } = useTranslation()
  const conditions = activeConditions(query)
  return (
    <ul className="chips" aria-label={t('search.conditions')}>
      {conditions.map(({ text, negative }) => (
        <li key={text} className={negative ? 'chip negative' : 'chip'}>
          <span className="mono">{visible(text)}</span>
          <button
            type="button"
            className="sign"
            aria-label={t('search.remove', { condition: visible(text) })}
            onClick={() => remove(text)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
      {conditions.length > 1 && (
        <li>
          <button type="button" className="plain" onClick={clear}>
            {t('search.clear')}
          </button>
        </li>
      )}
    </ul>
  )
}
