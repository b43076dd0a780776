import { AppError } from '../error/index.ts'
import type { Account, Scope } from '../service/account/index.ts'

/** What a key needs for a call; `any` where every key will do. */
export type NeededScope = Scope | 'any'

/** Fails with `permission` for a caller whose key lacks a scope. Sessions, commands and first keys have all of them. */
export function requireScope(scope: NeededScope, { key }: Pick<Account, 'key'>): void {
  if (scope === 'any' || key === undefined || key.scopes.includes(scope)) return
  throw new AppError(
    'permission',
    `[820001] the scope \`${scope}\` is needed, which the key \`${key.name}\` does not have; it has ${key.scopes.join(', ')}`,
  )
}
