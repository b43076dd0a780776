/** What the page's colours follow. */
type Theme = 'system' | 'light' | 'dark'

/** All themes, in the order of the switch. */
export const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Theme[]

const NAME = 'periplus.theme'

/** The theme chosen in this browser. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(NAME)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

/** Shows a theme and keeps the choice. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(NAME, theme)
  document.documentElement.dataset.theme = theme
}
