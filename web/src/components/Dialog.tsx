import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'
import './dialog.css'

interface DialogProps {
  readonly title: string
  readonly close: () => void
  readonly children: ReactNode
  readonly wide?: boolean
  /** Whether it is at the right edge, as high as the window. */
  readonly side?: boolean
}

const FIELDS = 'input:not([type="hidden"]), select, textarea'

function first(dialog: HTMLDialogElement | null): HTMLElement | null | undefined {
  return dialog?.querySelector<HTMLElement>('[data-first]') ?? dialog?.querySelector<HTMLElement>(FIELDS)
}

/** A window over the page. It starts at the control marked `data-first`, else at the first field, else at its first control. Esc, the sign in its corner and a click beside it close it; the focus returns to where it was. */
export function Dialog({ title, close, children, wide = false, side = false }: DialogProps) {
  const { t } = useTranslation()
  const element = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    const start = first(dialog)
    start?.focus()
    // What is suggested is replaced by what is typed.
    if (start instanceof HTMLInputElement) start.select()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={element}
      className={`dialog ${wide ? 'wide' : ''} ${side ? 'side' : ''}`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="dialog-body">
        <header>
          <h2 id={heading}>{title}</h2>
          <button type="button" className="sign" aria-label={t('dialog.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
