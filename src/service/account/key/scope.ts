/** The scopes of keys. `admin` covers administration and the audit trail. */
export const SCOPES = ['search', 'export', 'import', 'tag', 'admin'] as const

/** One scope. */
export type Scope = (typeof SCOPES)[number]

/** The default scopes: all that do not change records, accounts or settings. */
export const USUAL_SCOPES: readonly Scope[] = ['search', 'export', 'tag']

/** Parses scopes separated by commas; unknown ones of a newer version are ignored. */
export function readScopes(text: string): readonly Scope[] {
  const names = text.split(',')
  return SCOPES.filter((scope) => names.includes(scope))
}
