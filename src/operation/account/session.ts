// Signing in and out, registration, and passwords by link: what the page offers before somebody is known.
import { Type } from 'typebox'
import { isAppError } from '../../error/index.ts'
import { LEVELS, linkError, ROLES, type Session, USAGE_RULES } from '../../service/account/index.ts'
import { optionalText, verbatim } from '../input/index.ts'
import { type Call, operation } from '../operation.ts'
import { object, orNull, texts } from '../../schema/index.ts'

const common = { group: 'account', access: 'public', scope: 'any' } as const

/** Who is signed in, in answers. */
export const sessionMembers = {
  server: object({
    registration: Type.Enum(['open', 'invitation', 'closed']),
    rules_version: Type.String(),
    all_records: Type.Boolean({ description: 'Whether the page searches records of any age by default.' }),
    openid: orNull(Type.String(), 'The name of the OpenID provider that signs people in.'),
    read_only: Type.Boolean({
      description: 'Whether records cannot be changed now; known to who is signed in.',
    }),
  }),
  account: orNull(
    object({
      email: Type.String(),
      username: Type.String(),
      level: Type.Enum([...LEVELS]),
      role: Type.Enum([...ROLES]),
      rules_version: orNull(Type.String()),
      has_password: Type.Boolean(),
    }),
    'Who is signed in.',
  ),
  csrf: Type.Optional(Type.String({ description: 'Proves that a change was asked for by the page.' })),
  code_needed: Type.Optional(
    Type.Boolean({
      description: 'Whether the password was right and the code of the second factor is needed.',
    }),
  ),
}

/** Describes a session, or that there is none. */
export async function describeSession({ services, context }: Call, session: Session | undefined) {
  const { registration, rulesVersion, openId } = services.accounts.settings
  const all_records = context.operatorLink !== undefined
  const read_only = session !== undefined && (await services.readOnly.reason()) !== undefined
  const server = {
    registration,
    rules_version: rulesVersion,
    all_records,
    openid: openId?.name ?? null,
    read_only,
  }
  if (session === undefined) return { server, account: null }
  const { email, username, level, role, rules, hasPassword } = session.account
  const facts = { rules_version: rules?.version ?? null, has_password: hasPassword }
  const account = { email, username, level, role, ...facts }
  return { server, account, csrf: session.csrf }
}

/** Who is signed in. */
export const session = operation({
  ...common,
  name: 'session',
  summary: 'Who is signed in',
  page: 'GET session',
  input: {},
  output: sessionMembers,
  run: (call) => describeSession(call, call.session.current),
})

/** Signs in. */
export const signIn = operation({
  ...common,
  name: 'signIn',
  summary: 'Sign in',
  page: 'POST session',
  input: {
    email: verbatim('E-mail.'),
    password: verbatim('Password.'),
    code: optionalText('The code of the second factor.'),
  },
  output: sessionMembers,
  run: async (call, asked) => {
    const { services, session, address } = call
    try {
      const created = await services.accounts.login({ ...asked, address, device: session.device })
      session.start(created)
      return await describeSession(call, created)
    } catch (error) {
      const isNeeded = isAppError(error) && error.code === 'factor' && asked.code === undefined
      if (!isNeeded) throw error
      return { ...(await describeSession(call, undefined)), code_needed: true }
    }
  },
})

/** Signs in whoever started the server with `periplus open`, by the token of the address that it printed. */
export const openSession = operation({
  ...common,
  name: 'openSession',
  summary: 'Sign in by the address of `periplus open`',
  page: 'POST session/open',
  input: { token: verbatim('The token of the address.') },
  output: sessionMembers,
  run: async (call, asked) => {
    const { services, session, address, context } = call
    if (context.operatorLink?.accepts(asked.token) !== true) throw linkError('open the page')
    const created = await services.accounts.loginOperator(address)
    session.start(created)
    return describeSession(call, created)
  },
})

/** Signs out. */
export const signOut = operation({
  ...common,
  access: 'account',
  name: 'signOut',
  summary: 'Sign out',
  page: 'DELETE session',
  input: {},
  output: sessionMembers,
  run: async (call) => {
    await call.services.accounts.logout(call.session.token, call.address)
    call.session.end()
    return describeSession(call, undefined)
  },
})

const token = verbatim('The token of the link.')
const email = { email: Type.String() }

/** Whose password a link sets. The token travels in a body: addresses end up in logs and histories. */
export const inspectPasswordLink = operation({
  ...common,
  name: 'inspectPasswordLink',
  summary: 'Whose password a link sets',
  page: 'POST password-link',
  input: { token },
  output: email,
  run: async ({ services }, asked) => ({
    email: (await services.accounts.inspectPasswordLink(asked.token)).email,
  }),
})

/** Sets a password by a link. */
export const usePasswordLink = operation({
  ...common,
  name: 'usePasswordLink',
  summary: 'Set a password by a link',
  page: 'PUT password-link',
  input: { token, password: verbatim('The new password.') },
  output: email,
  run: async ({ services, address }, asked) => ({
    email: (await services.accounts.usePasswordLink({ ...asked, address })).email,
  }),
})

/** Registers an account. */
export const register = operation({
  ...common,
  name: 'register',
  summary: 'Register',
  page: 'POST registration',
  input: {
    email: verbatim('E-mail.'),
    password: verbatim('Password.'),
    rules: verbatim('The version of the usage rules that was accepted.'),
    username: optionalText('Name.'),
    invitation: optionalText('The token of an invitation.'),
  },
  output: email,
  run: async ({ services, address }, asked) => ({
    email: (await services.accounts.register({ ...asked, address })).email,
  }),
})

/** The usage rules; read before there is an account. */
export const rules = operation({
  ...common,
  name: 'rules',
  summary: 'The usage rules',
  page: 'GET rules',
  input: {},
  output: { version: Type.String(), rules: texts },
  run: () => USAGE_RULES,
})
