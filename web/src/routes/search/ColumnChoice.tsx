import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/Icon.tsx'
import { COLUMNS, type Column, USUAL_COLUMNS } from '../../lib/columns.ts'
import { useFieldName } from '../../lib/field-name.ts'

interface ColumnChoiceProps {
  readonly columns: readonly Column[]
  readonly choose: (columns: readonly Column[]) => void
}

/** Which columns the table has; remembered in this browser. */
export function ColumnChoice({ columns, choose }: ColumnChoiceProps) {
  const { t } = useTranslation()
  const nameOf = useFieldName()
  const element = useRef<HTMLDetailsElement>(null)
  useClosing(element)
  return (
    <details className="menu" ref={element}>
      <summary className="tool">
        <Icon name="columns" />
        {t('search.columns')}
      </summary>
      <fieldset>
        <legend className="hidden">{t('search.columns')}</legend>
        {COLUMNS.map((column) => (
          <label key={column} className="choice">
            <input
              type="checkbox"
              checked={columns.includes(column)}
              disabled={columns.length === 1 && columns.includes(column)}
              onChange={({ target }) =>
                choose(COLUMNS.filter((one) => (one === column ? target.checked : columns.includes(one))))
              }
            />
            {nameOf(column)}
          </label>
        ))}
        <button type="button" className="plain" onClick={() => choose(USUAL_COLUMNS)}>
          {t('search.columnsUsual')}
        </button>
      </fieldset>
    </details>
  )
}

/** Esc and a click elsewhere close what is open. */
function useClosing(element: React.RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const onPointer = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target))
        element.current?.removeAttribute('open')
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !element.current?.open) return
      element.current.open = false
      element.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', onPointer)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      document.removeEventListener('keydown', onKey)
    }
  }, [element])
}
