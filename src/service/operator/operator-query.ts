// Queries of the operator, which may name the stored lists of an account: the only one, or the one that a command names.
import { AppError } from '../../error/index.ts'
import { listNamesOf, parseQuery, type ResolvedQuery, readQuery } from '../../query/index.ts'
import { type AccountRow, findByEmail, listAccountRows, type State } from '../../state/index.ts'
import { visible } from '../../util/index.ts'
import { foldEmail, readAccountQuery } from '../account/index.ts'

/** Reads a query; `account` is the e-mail of the account whose lists it names. Fails with `syntax`, or `input` for the account. */
export type ReadOperatorQuery = (text: string, account?: string) => Promise<ResolvedQuery>

/** Reads queries with the accounts of a state database. */
export function operatorQueries(state: State): ReadOperatorQuery {
  return async (text, account) => {
    if (listNamesOf(parseQuery(text).root).length === 0) return readQuery(text)
    const { id } = await ownerOf(state, account)
    return readAccountQuery({ state }, id, text)
  }
}

async function ownerOf({ db }: State, email: string | undefined): Promise<AccountRow> {
  const [only, another] = email === undefined ? await listAccountRows(db, 0, 2) : []
  const owner = email === undefined ? only : await findByEmail(db, foldEmail(email))
  if (owner !== undefined && another === undefined) return owner
  throw new AppError(
    'input',
    email === undefined
      ? 'the query names a stored list; name its account with --account (`periplus account list` shows the accounts)'
      : `no account \`${visible(email.slice(0, 80))}\`; \`periplus account list\` shows them`,
  )
}
