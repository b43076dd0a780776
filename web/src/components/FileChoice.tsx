import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import './parts.css'

interface FileChoiceProps {
  readonly id: string
  readonly accept?: string
  readonly take: (file: File | undefined) => void
}

/** A field for a file. The browser's own button speaks the language of the system, not that of the page. */
export function FileChoice({ id, accept, take }: FileChoiceProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  return (
    <span className="file-choice">
      <input
        id={id}
        type="file"
        accept={accept}
        onChange={({ target }) => {
          const file = target.files?.[0]
          setName(file?.name ?? '')
          take(file)
        }}
      />
      <label className="button" htmlFor={id}>
        {t('part.chooseFile')}
      </label>
      <span className="quiet">{visible(name)}</span>
    </span>
  )
}
