// Runs the work of a command on the accounts of a data directory.
import { readConfig } from '../../config/index.ts'
import type { AccountService } from '../../service/account/index.ts'
import { dataFiles, refuseMissing, refuseUnfinished } from './data-directory.ts'

/**
 * Runs a command's work on the accounts of a data directory, also while a server owns it. Fails with `input` where there are no
 * accounts, unless the command `makesFirst` one: then it reports that they are new. Where the audit trail is verified it stays `untouched`.
 */
export async function withAccounts<Result>(
  data: string | undefined,
  work: (accounts: AccountService) => Promise<Result>,
  { makesFirst = false, untouched = false } = {},
): Promise<Result> {
  const config = readConfig({ flags: { data } })
  if (!makesFirst && config['state.url'] === '') refuseMissing(config.data)
  refuseUnfinished(dataFiles(config.data))
  const [{ openAccounts }, { openAccountsState }, { accountSettings, openSecret }] = await Promise.all([
    import('../../service/account/index.ts'),
    import('./accounts-location.ts'),
    import('./account-settings.ts'),
  ])
  await using stack = new AsyncDisposableStack()
  const state = await openAccountsState(config, { mayCreate: makesFirst })
  stack.defer(() => state.close())
  const accounts = await openAccounts({
    state,
    secret: await openSecret(config, state),
    settings: accountSettings(config),
    auditHead: dataFiles(config.data).auditHead,
    untouched,
  })
  stack.defer(() => accounts.close())
  if (makesFirst && (await accounts.listAccounts()).length === 0)
    process.stderr.write(`periplus: the first account of \`${config.data}\`, kept in \`${state.where}\`\n`)
  return await work(accounts)
}
