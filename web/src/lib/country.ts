import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

const CODE = /^[A-Z]{2}$/

/** The name of a country in the language of the page; `stated` is its English name, where a record has one. */
export function countryName(code: string, stated: string, language: string): string {
  if (!CODE.test(code) || (language === 'en' && stated !== '')) return stated === '' ? code : stated
  const names = new Intl.DisplayNames(language === 'zh' ? 'zh-Hans' : language, {
    type: 'region',
    fallback: 'none',
  })
  return names.of(code) ?? (stated === '' ? code : stated)
}

/** The names of countries in the language of the page. */
export function useCountryName(): (code: string, stated?: string | null) => string {
  const { language } = useTranslation().i18n
  return useCallback((code, stated) => countryName(code, stated ?? '', language), [language])
}
