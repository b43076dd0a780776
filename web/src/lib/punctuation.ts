// The punctuation marks of the chosen language, for texts that are joined from values.
import { useTranslation } from 'react-i18next'

/** Joins texts with the marks of the chosen language. */
interface Punctuation {
  /** A text and what it says in parentheses. */
  readonly withAside: (text: string, aside: string) => string
  /** The texts that are not empty. */
  readonly list: (items: readonly (string | null)[]) => string
  readonly colon: string
}

/** The punctuation marks of the chosen language. */
export function usePunctuation(): Punctuation {
  const { t } = useTranslation()
  return {
    withAside: (text, aside) => t('marks.aside', { text, aside }),
    list: (items) => items.filter(Boolean).join(t('marks.comma')),
    colon: t('marks.colon'),
  }
}
