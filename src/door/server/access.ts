// Who may call an operation.
import type { Config } from '../../config/index.ts'
import { AppError } from '../../error/index.ts'
import { type Operation, requireScope } from '../../operation/index.ts'
import type { Account } from '../../service/account/index.ts'

/** Fails with `forbidden` for an account that may not call an operation. */
export function requireAccess(
  { access, denied = 'may call this address' }: Operation,
  { role }: Account,
): void {
  if (access === 'administrator' && role !== 'administrator')
    throw new AppError('forbidden', `403 Forbidden: only administrators ${denied}`)
}

/** The same for a call with a key. Also fails with `permission` for a key without the scope, and where keys do not administer. */
export function requireKeyAccess(operation: Operation, caller: Account, config: Config): void {
  requireAccess(operation, caller)
  requireScope(operation.scope, caller)
  if (operation.group === 'administration' && !config['account.keyAdministration'])
    throw new AppError(
      'forbidden',
      '403 Forbidden: keys do not administer here (`account.keyAdministration`); use the page',
    )
}
