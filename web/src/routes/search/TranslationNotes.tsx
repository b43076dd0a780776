import { useTranslation } from 'react-i18next'
import type { Note } from '../../../../src/translate/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { Prose } from '../../components/Prose.tsx'
import './translation-notes.css'

/** Notes that are shown; the rest is counted. */
const MOST_NOTES = 8

interface TranslationNotesProps {
  readonly notes: readonly Note[]
  /** The text that the places of the notes point into. */
  readonly text: string
}

/** What a translation lost or changed. */
export function TranslationNotes({ notes, text }: TranslationNotesProps) {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  return (
    <ul className="translation-notes" aria-label={t('paste.notes')}>
      {notes.slice(0, MOST_NOTES).map(({ kind, start, end, text: sentence }) => (
        <li key={`${start} ${end} ${sentence}`} className={kind}>
          {/* Most sentences name their piece of the text themselves. */}
          {!sentence.startsWith('`') && <code>{visible(cut(text.slice(start, end)))}: </code>}
          <Prose text={visible(sentence)} />
        </li>
      ))}
      {notes.length > MOST_NOTES && (
        <li className="quiet">{t('paste.more', { count: notes.length - MOST_NOTES })}</li>
      )}
    </ul>
  )
}

function cut(text: string): string {
  const signs = Array.from(text)
  return signs.length > 60 ? `${signs.slice(0, 59).join('')}…` : text
}
