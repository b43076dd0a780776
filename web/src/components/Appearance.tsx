import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeLanguage, LANGUAGES } from '../lib/language.ts'
import { applyTheme, readTheme, THEMES } from '../lib/theme.ts'

const NAMES = { en: 'English', zh: '中文' } as const

/** Switches of language and colours. */
export function Appearance() {
  const { t, i18n } = useTranslation()
  const [theme, setTheme] = useState(readTheme)
  const chosen = LANGUAGES.find((language) => language === i18n.language) ?? 'en'
  return (
    <>
      <select
        aria-label={t('look.language')}
        value={chosen}
        onChange={({ target }) =>
          void changeLanguage(LANGUAGES.find((language) => language === target.value) ?? 'en')
        }
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language}>
            {NAMES[language]}
          </option>
        ))}
      </select>
      <select
        aria-label={t('look.theme')}
        value={theme}
        onChange={({ target }) => {
          const next = THEMES.find((name) => name === target.value) ?? 'system'
          applyTheme(next)
          setTheme(next)
        }}
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {t(`look.${name}`)}
          </option>
        ))}
      </select>
    </>
  )
}
