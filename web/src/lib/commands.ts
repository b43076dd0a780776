// The commands of the palette.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { CATALOGUE } from '../../../src/field/index.ts'
import { checkQuery } from '../../../src/query/index.ts'
import { fullStandard, hostAddress, printAddress } from './address.ts'
import { hostNameOf } from './host-name.ts'
import { insertion } from './inserted.ts'
import { changeLanguage, LANGUAGES } from './language.ts'
import type { Command } from './palette.ts'
import { useSavedSearches } from './queries.ts'
import { useSession } from './session.ts'
import { applyTheme, THEMES } from './theme.ts'

const LANGUAGE_NAMES = { en: 'English', zh: '中文' } as const

/** The pages: address, key of the name, and whether only administrators have it. */
const PAGES = [
  ['/', 'nav.search', false],
  ['/tagging', 'tagging.title', false],
  ['/account', 'nav.account', false],
  ['/help', 'help.language', false],
  ['/help/tags', 'help.tags', false],
  ['/help/sources', 'help.sources', false],
  ['/docs', 'nav.api', false],
  ['/import', 'import.title', true],
  ['/administration', 'admin.title', true],
  ['/administration/settings', 'admin.settings', true],
  ['/administration/health', 'admin.health', true],
  ['/administration/audit', 'admin.audit', true],
  ['/administration/usage', 'admin.usage', true],
] as const

/** What can be chosen for a text; `hosts` are those that start with it. */
export function useCommands(
  written: string,
  hosts: readonly string[],
  showKeys: () => void,
): readonly Command[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const place = useLocation()
  const isAdministrator = useSession().data?.account?.role === 'administrator'
  const saved = useSavedSearches().data?.searches
  const fixed = useMemo<readonly Command[]>(
    () => [
      ...PAGES.filter(([, , guarded]) => isAdministrator || !guarded).map(
        ([to, key]): Command => ({
          id: `page${to}`,
          kind: 'page',
          text: t(key),
          run: () => void navigate(to),
        }),
      ),
      { id: 'keys', kind: 'page', text: t('keys_help.title'), run: showKeys },
      ...THEMES.map(
        (theme): Command => ({
          ...{
            id: `theme-${theme}`,
            kind: 'theme',
            text: t(`look.${theme}`),
            words: `${t('look.theme')} theme`,
          },
          run: () => applyTheme(theme),
        }),
      ),
      ...LANGUAGES.map(
        (language): Command => ({
          ...{ id: `language-${language}`, kind: 'language', text: LANGUAGE_NAMES[language] },
          ...{ words: `${t('look.language')} language`, run: () => void changeLanguage(language) },
        }),
      ),
    ],
    [t, navigate, isAdministrator, showKeys],
  )
  const ownSearches = (saved ?? []).map(
    ({ id, name, query, full }): Command => ({
      ...{ id: `saved-${id}`, kind: 'saved', text: name, words: query },
      run: () => void navigate(printAddress({ query, page: 1, full, view: 'cards' })),
    }),
  )
  const at = ['/', '/result'].includes(place.pathname) ? place.pathname + place.search : '/'
  return [
    ...hostsOf(hosts, navigate),
    ...ownSearches,
    ...fixed,
    ...fieldsOf(at, navigate),
    ...searchesOf(written, navigate),
  ]
}

function searchesOf(written: string, navigate: NavigateFunction): readonly Command[] {
  if (written === '' || checkQuery(written) !== undefined) return []
  const address = printAddress({ query: written, page: 1, full: fullStandard(), view: 'cards' })
  return [{ id: 'search', kind: 'search', text: written, run: () => void navigate(address) }]
}

function hostsOf(hosts: readonly string[], navigate: NavigateFunction): readonly Command[] {
  return hosts.map((host) => ({
    ...{ id: `host-${host}`, kind: 'host', text: host },
    run: () => void navigate(hostAddress(hostNameOf(host, host))),
  }))
}

function fieldsOf(at: string, navigate: NavigateFunction): readonly Command[] {
  return CATALOGUE.filter(({ operators }) => operators.length > 0).map(({ name, help }) => ({
    ...{ id: `field-${name}`, kind: 'field', text: name, words: help },
    run: () => void navigate(at, { replace: true, state: insertion(`${name}=""`) }),
  }))
}
