import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'

/** What a value of a record can do to the query. */
export type Refine = (field: string, value: string, exclude: boolean) => void

interface ValueProps {
  readonly field: string
  readonly value: string
  readonly refine: Refine
  readonly shown?: string
  readonly className?: string
}

/** A value of a record as text: a click searches for it, the sign beside it excludes it. */
export function Value({ field, value, refine, shown, className = '' }: ValueProps) {
  const { t } = useTranslation()
  if (value === '') return null
  const text = visible(shown ?? value)
  return (
    <span className={`value ${className}`}>
      <button type="button" title={t('record.include')} onClick={() => refine(field, value, false)}>
        {text}
      </button>
      <button
        type="button"
        className="exclude"
        title={t('record.exclude')}
        aria-label={`${t('record.exclude')}: ${text}`}
        onClick={() => refine(field, value, true)}
      >
        −
      </button>
    </span>
  )
}
