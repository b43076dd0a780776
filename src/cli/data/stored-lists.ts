// The stored lists of one account, on a server or in a data directory.
import type { StoredList } from '../../../client/src/index.ts'
import { AppError } from '../../error/index.ts'
import type { Account, AccountService } from '../../service/account/index.ts'
import { withAccounts } from './accounts.ts'
import type { Access } from '../remote/access.ts'
import { clientOf, inWords } from '../remote/client.ts'

/** Operations on the lists of an account. */
export interface StoredLists {
  readonly all: () => Promise<readonly StoredList[]>
  readonly show: (name: string) => Promise<string>
  readonly put: (name: string, elements: string) => Promise<StoredList>
  readonly remove: (name: string) => Promise<void>
}

/** The lists of an account in a data directory: the only account if none is named. */
export function listsHere({
  data,
  account,
}: {
  readonly data?: string
  readonly account?: string
}): StoredLists {
  const asAccount = <Result>(work: (accounts: AccountService, owner: Account) => Promise<Result>) =>
    withAccounts(data, async (accounts) => work(accounts, await ownerOf(accounts, account)))
  return {
    all: () => asAccount((accounts, owner) => accounts.listStoredLists(owner)),
    show: (name) => asAccount((accounts, owner) => accounts.showStoredList(owner, name)),
    put: (name, elements) => asAccount((accounts, owner) => accounts.keepStoredList(owner, name, elements)),
    remove: (name) => asAccount((accounts, owner) => accounts.deleteStoredList(owner, name)),
  }
}

async function ownerOf(accounts: AccountService, email: string | undefined): Promise<Account> {
  if (email !== undefined) return accounts.showAccount(email)
  const [only, another] = await accounts.listAccounts()
  if (only !== undefined && another === undefined) return only
  throw new AppError(
    'input',
    'say whose list it is with --account; `periplus account list` shows the accounts',
  )
}

/** The lists of the account on a server. */
export function listsThere(access: Access, signal: AbortSignal): StoredLists {
  const periplus = clientOf(access)
  return {
    all: () => inWords(access, () => periplus.lists({ signal })),
    show: (name) => inWords(access, () => periplus.showList(name, { signal })),
    put: (name, elements) => inWords(access, () => periplus.keepList(name, elements, { signal })),
    remove: (name) => inWords(access, () => periplus.removeList(name, { signal })),
  }
}
