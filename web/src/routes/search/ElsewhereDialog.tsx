import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TARGET_LABELS, TARGET_NAMES, type TargetName, translateTo } from '../../../../src/translate/index.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import type { ToolProps } from './Tools.tsx'
import { TranslationNotes } from './TranslationNotes.tsx'

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

/** The query in the languages of other search engines, with what each loses. */
export function ElsewhereDialog({ asked, close }: ToolProps) {
  const { t } = useTranslation()
  const [to, setTo] = useState<TargetName>('fofa')
  const { query, notes } = translateTo(asked.query, to)
  return (
    <Dialog title={t('elsewhere.title')} close={close} wide>
      <fieldset className="choices">
        <legend className="hidden">{t('elsewhere.engine')}</legend>
        {TARGET_NAMES.map((name) => (
          <button key={name} type="button" aria-pressed={to === name} onClick={() => setTo(name)}>
            {TARGET_LABELS[name]}
          </button>
        ))}
      </fieldset>
      {query === '' ? (
        <p>{t('elsewhere.none', { engine: TARGET_LABELS[to] })}</p>
      ) : (
        <pre className="call-text" {...SCROLLS}>
          {query}
        </pre>
      )}
      <TranslationNotes notes={notes} text={asked.query} />
      {notes.length === 0 && <p className="quiet">{t('elsewhere.whole')}</p>}
      <div className="dialog-end">{query !== '' && <CopyButton text={query} />}</div>
    </Dialog>
  )
}
