import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Translation, translate } from '../../../../src/translate/index.ts'
import { visible } from '../../../../src/util/index.ts'
import { TranslationNotes } from './TranslationNotes.tsx'
import './paste-offer.css'

interface PasteOfferProps {
  readonly text: string
  readonly take: (query: string) => void
  readonly keep: () => void
}

/** Offers a text of another search engine's language in ours, and says what is lost. Nothing for a text that is in none. */
export function PasteOffer({ text, take, keep }: PasteOfferProps) {
  const translation = useMemo(() => translate(text.trim()), [text])
  if (translation === undefined) return null
  return <Offer text={text.trim()} translation={translation} take={take} keep={keep} />
}

interface OfferProps extends PasteOfferProps {
  readonly translation: Translation
}

function Offer({ text, translation, take, keep }: OfferProps) {
  const { t } = useTranslation()
  const { from, query, notes } = translation
  const element = useOfferKeys(() => query !== '' && take(query), keep)
  const engine = LANGUAGES[from].name
  return (
    <section ref={element} className="paste-offer" aria-label={t('paste.title')}>
      <p>{t(query === '' ? 'paste.none' : 'paste.from', { engine })}</p>
      {query !== '' && <code>{visible(query)}</code>}
      <TranslationNotes notes={notes} text={text} />
      <div className="actions">
        {query !== '' && (
          <button
            type="button"
            className="main"
            aria-keyshortcuts="Control+Enter"
            onClick={() => take(query)}
          >
            {t('paste.take')} <kbd>Ctrl+Enter</kbd>
          </button>
        )}
        <button type="button" aria-keyshortcuts="Escape" onClick={keep}>
          {t('paste.keep')} <kbd>Esc</kbd>
        </button>
      </div>
    </section>
  )
}

/** While the offer is shown, Ctrl+Enter (⌘ on a Mac) takes it and Escape keeps the text, wherever in the search the focus is. */
function useOfferKeys(take: () => void, keep: () => void): React.RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const latest = useRef({ take, keep })
  latest.current = { take, keep }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inside =
        event.target instanceof Node && element.current?.closest('search')?.contains(event.target)
      const taken = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      if (!inside || event.isComposing || (!taken && event.key !== 'Escape')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current[taken ? 'take' : 'keep']()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
  return element
}
