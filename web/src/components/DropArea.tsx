import { type DragEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './parts.css'

interface DropAreaProps {
  /** What may be dropped here. */
  readonly hint: string
  /** The name of the area, where a page has several. */
  readonly label?: string
  readonly multiple?: boolean
  readonly take: (files: readonly File[]) => void
  readonly children?: ReactNode
}

/** A place to drop files on; the same by a button, for hands and keyboards that do not drag. */
export function DropArea({ hint, label, multiple = false, take, children }: DropAreaProps) {
  const { t } = useTranslation()
  const id = useId()
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0) take(multiple ? files : files.slice(0, 1))
  }
  return (
    <section
      className={over ? 'drop over' : 'drop'}
      aria-label={label ?? t('part.dropArea')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <p>
        <input
          id={id}
          type="file"
          multiple={multiple}
          onChange={({ target }) => {
            take([...(target.files ?? [])])
            // The same file chosen again is another choice.
            target.value = ''
          }}
        />
        <label className="button" htmlFor={id}>
          {t(multiple ? 'part.chooseFiles' : 'part.chooseFile')}
        </label>
        <span className="quiet">{hint}</span>
      </p>
      {children}
    </section>
  )
}
