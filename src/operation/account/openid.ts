// Signing in by an OpenID provider.
import { Type } from 'typebox'
import { verbatim } from '../input/index.ts'
import { operation } from '../operation.ts'
import { describeSession, sessionMembers } from './session.ts'

const common = { group: 'account', access: 'public', scope: 'any' } as const
const LONGEST = 16 * 1024

/** Starts to sign in. */
export const beginOpenId = operation({
  ...common,
  name: 'beginOpenId',
  summary: 'Where to sign in by the OpenID provider of the settings',
  page: 'POST session/openid/start',
  input: {},
  output: {
    url: Type.String({ description: 'The address to open.' }),
    ticket: Type.String({ description: 'To be sent with the answer of the provider.' }),
  },
  run: ({ services, baseUrl }) => services.accounts.beginOpenId(baseUrl()),
})

/** Signs in. */
export const openIdSignIn = operation({
  ...common,
  name: 'openIdSignIn',
  summary: 'Sign in by the answer of the OpenID provider, which stands for password and second factor',
  page: 'POST session/openid',
  input: {
    query: verbatim('The query of the address to which the provider sent the browser back.', LONGEST),
    ticket: verbatim('The ticket of the start.', LONGEST),
  },
  output: sessionMembers,
  run: async (call, asked) => {
    const created = await call.services.accounts.loginByOpenId({ ...asked, address: call.address })
    call.session.start(created)
    return describeSession(call, created)
  },
})
