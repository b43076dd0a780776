/** What a key may be used for. `admin` covers administration and the audit trail. */
export const SCOPES = ['search', 'export', 'import', 'tag', 'admin'] as const

/** One use of a key. */
export type Scope = (typeof SCOPES)[number]

/** The scopes of a key that states none: all that do not change records, accounts or settings. */
export const USUAL_SCOPES: readonly Scope[] = ['search', 'export', 'tag']

/** The scopes in a list divided by commas; unknown ones of a newer version are left out. */
export function readScopes(text: string): readonly Scope[] {
  const names = text.split(',')
  return SCOPES.filter((scope) => names.includes(scope))
}
