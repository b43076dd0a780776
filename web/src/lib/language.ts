import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Meanings } from '../locale/meanings.ts'

/** The languages of the page. */
export const LANGUAGES = ['en', 'zh'] as const
type Language = (typeof LANGUAGES)[number]

const NAME = 'periplus.language'
const NAMESPACE = 'translation'

/** The texts of each language: what every page needs at once, and what the pages that are loaded later need. */
const FIRST = {
  en: () => import('../locale/en/first.ts'),
  zh: () => import('../locale/zh/first.ts'),
} as const
const WORK = {
  en: () => import('../locale/en/work.ts'),
  zh: () => import('../locale/zh/work.ts'),
} as const

let chosen: Language = 'en'
let translate = (sentence: string): string => sentence
let known: Meanings | undefined

/** Sets the page up in the language chosen in this browser, else the browser's own. */
export async function startLanguage(): Promise<void> {
  const kept = localStorage.getItem(NAME) ?? navigator.language.slice(0, 2)
  chosen = LANGUAGES.find((language) => language === kept) ?? 'en'
  await i18next.use(initReactI18next).init({
    resources: {},
    fallbackLng: false,
    // React escapes what it renders.
    interpolation: { escapeValue: false },
    // Texts that arrive later are shown where their keys were.
    react: { bindI18nStore: 'added' },
  })
  await show(chosen)
}

/** Shows another language and keeps the choice. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(NAME, language)
  chosen = language
  await loadWorkTexts()
  await show(language)
}

/** The texts of the pages beside the search, in the chosen language. */
export async function loadWorkTexts(): Promise<void> {
  const language = chosen
  const work = await WORK[language]()
  translate = work.translate
  known = work.meanings
  i18next.addResourceBundle(language, NAMESPACE, work.texts, true)
}

/** A sentence of the server's language in the chosen one. */
export function inLanguage(sentence: string): string {
  return translate(sentence)
}

/** What something of the server’s catalogues means, in the chosen language where that is known. */
export function meaningOf(
  catalogue: Exclude<keyof Meanings, 'allowed'>,
  name: string,
  english: string,
): string {
  return known?.[catalogue][name] ?? english
}

/** Which values a setting allows, in the chosen language. */
export function allowedIn(english: string): string {
  return known?.allowed(english) ?? english
}

/** What the API reference says, in the chosen language. */
export async function loadApiSentences(): Promise<(english: string) => string> {
  if (chosen === 'en') return (english) => english
  return (await import('../locale/zh/api/index.ts')).apiSentenceInChinese
}

async function show(language: Language): Promise<void> {
  const { texts } = await FIRST[language]()
  i18next.addResourceBundle(language, NAMESPACE, texts, true)
  document.documentElement.lang = language === 'zh' ? 'zh-Hans' : language
  await i18next.changeLanguage(language)
}
