import { readConfig } from '../config/index.ts'
import type { AccountService } from '../service/account/index.ts'
import { dataFiles, refuseUnfinished } from './data-directory.ts'

/** Runs what a command does with the accounts of a data directory; a server may own it meanwhile. */
export async function withAccounts<Result>(
  data: string | undefined,
  work: (accounts: AccountService) => Promise<Result>,
): Promise<Result> {
  const config = readConfig({ flags: { data } })
  refuseUnfinished(dataFiles(config.data))
  const [{ openAccounts }, { openAccountsState }, { accountSettings, openSecret }] = await Promise.all([
    import('../service/account/index.ts'),
    import('./accounts-place.ts'),
    import('./account-settings.ts'),
  ])
  await using stack = new AsyncDisposableStack()
  const state = await openAccountsState(config)
  stack.defer(() => state.close())
  const accounts = await openAccounts({
    state,
    secret: await openSecret(config, state),
    settings: accountSettings(config),
  })
  stack.defer(() => accounts.close())
  return await work(accounts)
}
