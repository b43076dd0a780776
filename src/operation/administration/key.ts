// The keys of accounts, for administrators.
import { keyId, keyList, showKey } from '../account/key.ts'
import { targetAccount } from '../input/index.ts'
import { operation } from '../operation.ts'
import { common } from './common.ts'

/** The keys of an account. */
export const adminKeys = operation({
  ...common('adminKeys', 'GET /accounts/:account/keys'),
  summary: 'The keys of an account, without their secret parts',
  input: { account: targetAccount },
  output: keyList,
  run: async ({ services }, { account }) => ({
    keys: (await services.accounts.listKeys(account)).map(showKey),
  }),
})

/** Revokes a key of an account. */
export const adminRevokeKey = operation({
  ...common('adminRevokeKey', 'DELETE /accounts/:account/keys/:id'),
  summary: 'Revoke a key of an account at once',
  input: { account: targetAccount, ...keyId },
  output: {},
  run: async ({ services, actor }, { account, id }) => {
    await services.accounts.revokeKey(actor, account, id)
    return {}
  },
})
