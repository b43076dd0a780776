import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from '../locale/en/index.ts'

/** The languages of the page. */
export const LANGUAGES = ['en', 'zh'] as const
type Language = (typeof LANGUAGES)[number]

const NAME = 'periplus.language'

/** Sets the page up in the language chosen in this browser, else the browser's own. */
export async function startLanguage(): Promise<void> {
  const kept = localStorage.getItem(NAME) ?? navigator.language.slice(0, 2)
  await i18next.use(initReactI18next).init({
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it renders.
    interpolation: { escapeValue: false },
  })
  await show(LANGUAGES.find((language) => language === kept) ?? 'en')
}

/** Shows another language and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(NAME, language)
  await show(language)
}

async function show(language: Language): Promise<void> {
  if (language === 'zh' && !i18next.hasResourceBundle('zh', 'translation')) {
    const { zh } = await import('../locale/zh/index.ts')
    i18next.addResourceBundle('zh', 'translation', zh)
  }
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  await i18next.changeLanguage(language)
}
