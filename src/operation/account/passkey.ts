// Passkeys: the own ones, and signing in with one.
import { Type } from 'typebox'
import { count, object, orNull, time } from '../../schema/index.ts'
import { printTime } from '../../util/index.ts'
import { optionalInteger, optionalText, required, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { describeSession, sessionMembers } from './session.ts'

const own = { group: 'account', access: 'account', scope: 'admin' } as const
const open = { group: 'account', access: 'public', scope: 'any' } as const

/** Longer answers than this are of no authenticator. */
const LONGEST_ANSWER = 64 * 1024

const credential = verbatim('The JSON form of the credential that the browser returned.', LONGEST_ANSWER)
const options = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: 'The options for the browser, in their JSON form (WebAuthn Level 3).',
})

const PasskeyEntry = object(
  {
    id: count('Its number.'),
    name: Type.String(),
    synced: Type.Boolean({ description: 'Whether it may be copied to other devices of its owner.' }),
    created_at: time('When it was added'),
    used_at: orNull(Type.String(), 'When it last signed in, UTC.'),
  },
  { title: 'Passkey' },
)

/** The own passkeys. */
export const passkeys = operation({
  ...own,
  name: 'passkeys',
  summary: 'The own passkeys',
  page: 'GET account/passkeys',
  input: {},
  output: { passkeys: Type.Array(PasskeyEntry) },
  run: async ({ services, caller }) => {
    const rows = await services.accounts.listPasskeys(caller)
    return {
      passkeys: rows.map(({ id, name, isSynced, createdAt, usedAt }) => ({
        ...{ id, name, synced: isSynced, created_at: printTime(createdAt) },
        used_at: usedAt === undefined ? null : printTime(usedAt),
      })),
    }
  },
})

/** Starts to add one. */
export const beginPasskey = operation({
  ...own,
  name: 'beginPasskey',
  summary: 'What the browser needs to create a passkey',
  page: 'POST account/passkeys',
  input: {
    password: verbatim('The password of the account; empty for accounts without one.'),
    code: optionalText('A code of the second factor, if there is one.'),
  },
  output: { options },
  run: async ({ services, caller, address, session, baseUrl }, { password, code }) => {
    await services.accounts.proveOwner(caller, { password, token: session.token, address })
    await services.accounts.proveSecondFactor(caller, { code, address, browser: 'known' })
    return { options: { ...(await services.accounts.beginPasskey(caller, baseUrl())) } }
  },
})

/** Adds it. */
export const addPasskey = operation({
  ...own,
  name: 'addPasskey',
  summary: 'Store the passkey that the browser created',
  page: 'PUT account/passkeys',
  input: { name: verbatim('By which its owner knows it.'), credential },
  output: {},
  run: async ({ services, caller, address, baseUrl }, asked) => {
    await services.accounts.addPasskey(caller, { ...asked, url: baseUrl(), address })
    return {}
  },
})

/** Removes one. */
export const removePasskey = operation({
  ...own,
  name: 'removePasskey',
  summary: 'Remove one of the own passkeys',
  page: 'DELETE account/passkeys/:id',
  input: { id: required(optionalInteger({ min: 1 }, 'Its number.'), 'the number of a passkey') },
  output: { removed: Type.Boolean({ description: 'Whether there was such a passkey.' }) },
  run: async ({ services, caller, actor }, { id }) => ({
    removed: await services.accounts.removePasskey(actor, caller.id, id),
  }),
})

/** Starts to sign in. */
export const beginPasskeySignIn = operation({
  ...open,
  name: 'beginPasskeySignIn',
  summary: 'What the browser needs to sign in with a passkey',
  page: 'POST session/passkey/options',
  input: {},
  output: { options },
  run: async ({ services, baseUrl }) => ({
    options: { ...(await services.accounts.beginPasskeyLogin(baseUrl())) },
  }),
})

/** Signs in. */
export const passkeySignIn = operation({
  ...open,
  name: 'passkeySignIn',
  summary: 'Sign in with a passkey, which stands for password and second factor',
  page: 'POST session/passkey',
  input: { credential },
  output: sessionMembers,
  run: async (call, asked) => {
    const { services, session, address, baseUrl } = call
    const created = await services.accounts.loginByPasskey({ ...asked, url: baseUrl(), address })
    session.start(created)
    return describeSession(call, created)
  },
})
