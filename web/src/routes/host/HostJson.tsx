import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import type { HostPageAnswer } from '../../lib/answer-types.ts'
import { visibleLines } from '../../lib/record.ts'
import '../../components/record-texts.css'

/** A longer text is only copied. */
const MOST = 200_000

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

/** All that the page knows of the host, as JSON. */
export function HostJson({ host }: { readonly host: HostPageAnswer }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const text = open ? JSON.stringify(host, null, 2) : ''
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('host.json')}</summary>
      {open && (
        <div className="long-text">
          <CopyButton text={text} />
          <pre {...SCROLLS}>{visibleLines(text.slice(0, MOST))}</pre>
        </div>
      )}
    </details>
  )
}
