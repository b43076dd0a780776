// The second factor of the own logins.
import { Type } from 'typebox'
import { count, text } from '../../schema/index.ts'
import { required, optionalText, verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'

const common = { group: 'account', access: 'account', scope: 'admin' } as const
const password = verbatim('The password of the account; empty for accounts without one.')

/** Whether there is one. */
export const secondFactor = operation({
  ...common,
  name: 'secondFactor',
  summary: 'Whether signing in needs a second factor',
  page: 'GET account/second-factor',
  input: {},
  output: { enabled: Type.Boolean(), recovery_codes: count('Recovery codes that were not used.') },
  run: async ({ services, caller }) => {
    const { enabled, recoveryCodes } = await services.accounts.secondFactorState(caller)
    return { enabled, recovery_codes: recoveryCodes }
  },
})

/** Starts to switch it on. */
export const beginSecondFactor = operation({
  ...common,
  name: 'beginSecondFactor',
  summary: 'Create the secret of a second factor; it counts from the first right code on',
  page: 'POST account/second-factor',
  input: { password },
  output: { secret: text('For the app, in base 32.'), uri: text('The same as an address for a QR code.') },
  run: async ({ services, caller, address, session }, { password }) => {
    await services.accounts.proveOwner(caller, { password, token: session.token, address })
    return services.accounts.beginSecondFactor(caller)
  },
})

/** Switches it on. */
export const confirmSecondFactor = operation({
  ...common,
  name: 'confirmSecondFactor',
  summary: 'Switch the second factor on with its first code; the other sessions of the account end',
  page: 'PUT account/second-factor',
  input: { code: required(optionalText('The first code of the app.'), 'a code of six digits') },
  output: {
    recovery_codes: Type.Array(Type.String(), { description: 'Each works once instead of a code.' }),
  },
  run: async ({ services, caller, address, session: { token } }, { code }) => ({
    recovery_codes: [...(await services.accounts.confirmSecondFactor(caller, { code, address, token }))],
  }),
})

/** Switches it off. */
export const removeSecondFactor = operation({
  ...common,
  name: 'removeSecondFactor',
  summary: 'Switch the second factor off',
  page: 'POST account/second-factor/off',
  input: { password, code: optionalText('A code of the app, or a recovery code.') },
  output: {},
  run: async ({ services, caller, actor, address, session }, { password, code }) => {
    await services.accounts.proveOwner(caller, { password, token: session.token, address })
    await services.accounts.proveSecondFactor(caller, { code, address, browser: 'known' })
    await services.accounts.removeSecondFactor(actor, caller.id)
    return {}
  },
})
