import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from '../locale/en.ts'
import { zh } from '../locale/zh.ts'

/** The languages of the page. */
export const LANGUAGES = ['en', 'zh'] as const
type Language = (typeof LANGUAGES)[number]

const NAME = 'periplus.language'

/** Sets the page up in the language chosen in this browser, else the browser's own. */
export async function startLanguage(): Promise<void> {
  const kept = localStorage.getItem(NAME) ?? navigator.language.slice(0, 2)
  await i18next.use(initReactI18next).init({
    lng: LANGUAGES.find((language) => language === kept) ?? 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en }, zh: { translation: zh } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
  document.documentElement.lang = i18next.language
}

/** Shows another language and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(NAME, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
