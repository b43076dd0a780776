// Checks who may call an operation.
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { type Given, type Operation, requireScope } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'

/** Fails with `forbidden` for an account that may not call an operation. */
export function requireAccess(
  { access, denied = 'may call this address' }: Operation,
  { role }: Account,
): void {
  if (access === 'administrator' && role !== 'administrator')
    throw new AppError('forbidden', `403 Forbidden: only administrators ${denied}`)
}

/**
 * The same for a call with a key. Also fails with `permission` for a key without the scope, for restricted keys that would issue
 * credentials with more permissions than their own, and where keys must not administer.
 */
export function requireKeyAccess(operation: Operation, caller: Account, config: Config, given: Given): void {
  requireAccess(operation, caller)
  requireScope(operation.scope, caller)
  requireUnbounded(operation, caller, given)
  if (operation.group === 'administration' && !config['account.keyAdministration'])
    throw new AppError(
      'forbidden',
      '403 Forbidden: keys do not administer here (`account.keyAdministration`); use the page',
    )
}

/** A restricted key could otherwise obtain unrestricted credentials. */
function requireUnbounded({ grants }: Operation, { key }: Account, given: Given): void {
  if (grants === undefined || key?.isBounded !== true) return
  if (grants !== 'credentials' && grants.every((name) => given(name) === undefined)) return
  throw new AppError(
    'forbidden',
    `403 Forbidden: the key \`${key.name}\` is limited by scopes, networks, a rate or an end, so it hands out no keys, links or roles; use the page, the account’s first key or \`periplus account\``,
  )
}
