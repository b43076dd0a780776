// The keys of an account: what its owner and administrators see, and what they change.
import { Type } from 'typebox'
import { DIALECTS, SCOPES, type ShownKey } from '../../service/account/index.ts'
import { object, orNull, text, time } from '../../schema/index.ts'
import { printTime } from '../../util/index.ts'
import {
  optionalEnd,
  optionalInteger,
  optionalList,
  optionalText,
  optionalWord,
  required,
  verbatim,
  wrong,
} from '../input/index.ts'
import { operation } from '../operation.ts'

const common = { group: 'account', access: 'account', scope: 'admin' } as const

const NamedKey = object(
  {
    id: Type.Integer({ description: 'Its number within the service; 0 for the first key.' }),
    name: Type.String(),
    start: text('The first characters of the key.'),
    dialect: Type.Enum([...DIALECTS], { description: 'The spelling of the API for programs with this key.' }),
    scopes: Type.Array(Type.Enum([...SCOPES]), { description: 'What it may be used for.' }),
    networks: Type.Array(Type.String(), { description: 'Where it may be used from; empty for anywhere.' }),
    rate: Type.Integer({ description: 'Calls per minute; 0 for no limit of its own.' }),
    expires_at: orNull(Type.String(), 'When it stops working; null for never.'),
    created_at: time('When it was created'),
    used_at: orNull(Type.String(), 'When it was used last, to a minute; null for never.'),
    used_from: orNull(Type.String(), 'The address of its last use.'),
  },
  { title: 'NamedKey' },
)

/** An answer with keys. */
export const keyList = { keys: Type.Array(NamedKey) }
const secret = text('The 32-character key.')
const password = verbatim('The password of the account; empty for accounts without one.')
/** The key that is meant. */
export const keyId = {
  id: required(optionalInteger({ min: 0 }, 'Number of the key.'), 'the number of a key'),
}

/** A key as answers show it. */
export function showKey({ expiresAt, createdAt, lastUse, ...key }: ShownKey) {
  return {
    ...key,
    scopes: [...key.scopes],
    networks: [...key.networks],
    expires_at: expiresAt === undefined ? null : printTime(expiresAt),
    created_at: printTime(createdAt),
    used_at: lastUse === undefined ? null : printTime(lastUse.time),
    used_from: lastUse === undefined || lastUse.address === '' ? null : lastUse.address,
  }
}

/** The own keys. */
export const keys = operation({
  ...common,
  name: 'keys',
  summary: 'The own keys, without their secret parts',
  description:
    'Every account has a first key. Keys are created and rotated on the page, with the password, and by `periplus account key`.',
  http: 'GET /api/v1/keys',
  page: 'GET account/keys',
  input: {},
  output: keyList,
  run: async ({ services, caller }) => ({
    keys: (await services.accounts.listKeys(caller.id)).map(showKey),
  }),
})

/** Revokes a key. */
export const revokeKey = operation({
  ...common,
  name: 'revokeKey',
  summary: 'Revoke one of the own keys at once',
  description: 'The first key cannot be revoked.',
  http: 'DELETE /api/v1/keys/:id',
  page: 'DELETE account/keys/:id',
  input: keyId,
  output: {},
  run: async ({ services, caller, actor }, { id }) => {
    await services.accounts.revokeKey(actor, caller.id, id)
    return {}
  },
})

/** Creates a key. */
export const createKey = operation({
  ...common,
  name: 'createKey',
  summary: 'Create a key; it is shown only in this answer',
  page: 'POST account/keys',
  input: {
    password,
    name: required(optionalText('Its name, unique within the account.'), 'a name'),
    dialect: optionalWord(DIALECTS, 'The spelling of the API.'),
    scopes: optionalList(`What it may be used for: ${SCOPES.join(', ')}.`),
    networks: optionalList('Addresses and networks it may be used from; anywhere unless given.'),
    rate: optionalInteger({ min: 0, standard: 0 }, 'Calls per minute; 0 for no limit of its own.'),
    expires: optionalEnd('Last day or second, such as `2027-12-31`; never unless given.'),
  },
  output: { id: Type.Integer(), key: secret },
  run: async ({ services, caller, actor, address, session }, asked) => {
    await services.accounts.proveOwner(caller, { password: asked.password, token: session.token, address })
    const { name, dialect, networks, rate, expires } = asked
    const scopes = asked.scopes?.map(readScope)
    const input = { name, dialect, scopes, networks, rate, expiresAt: expires ?? undefined }
    const { key, named } = await services.accounts.createKey(actor, caller.id, input)
    return { id: named.id, key }
  },
})

function readScope(word: string) {
  const found = SCOPES.find((scope) => scope === word.toLowerCase())
  if (found === undefined) throw wrong(`scopes must be of ${SCOPES.join(', ')}`)
  return found
}

/** Replaces a key. */
export const rotateKey = operation({
  ...common,
  name: 'rotateKey',
  summary: 'Replace one of the own keys; the old one stops working at once',
  page: 'POST account/keys/:id/rotate',
  input: { ...keyId, password },
  output: { key: secret },
  run: async ({ services, caller, actor, address, session }, { id, password }) => {
    await services.accounts.proveOwner(caller, { password, token: session.token, address })
    return { key: await services.accounts.rotateNamedKey(actor, caller.id, id) }
  },
})

/** Shows keys. */
export const revealKeys = operation({
  ...common,
  name: 'revealKeys',
  summary: 'The first key, and the key that was created with the account for programs of the other dialect',
  page: 'POST account/keys/reveal',
  input: { password },
  output: {
    keys: Type.Array(
      object(
        { name: Type.String(), dialect: Type.Enum([...DIALECTS]), key: secret },
        { title: 'RevealedKey' },
      ),
    ),
  },
  run: async ({ services, caller, actor, address, session }, { password }) => {
    await services.accounts.proveOwner(caller, { password, token: session.token, address })
    const keys = await services.accounts.revealKeys(caller.id)
    await services.accounts.recordAuditEvent(actor, { action: 'key.reveal', subject: caller })
    return { keys: [...keys] }
  },
})
