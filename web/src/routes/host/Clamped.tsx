import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCut } from '../../lib/cut.ts'

interface ClampedProps {
  /** What a record says; measured again when it changes. */
  readonly text: string
  /** How it is shown, where not as plain text. */
  readonly children?: ReactNode
}

/** A text of a record on three lines at most, with a button that shows all of it. */
export function Clamped({ text, children = text }: ClampedProps) {
  const { t } = useTranslation()
  const [whole, setWhole] = useState(false)
  const [element, cut] = useCut<HTMLDivElement>(text)
  return (
    <div ref={element} className="clamping">
      <div className={whole ? undefined : 'clamp'}>{children}</div>
      {cut && !whole && (
        <button type="button" className="plain" onClick={() => setWhole(true)}>
          {t('record.showWhole')}
        </button>
      )}
    </div>
  )
}
