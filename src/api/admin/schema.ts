// Schemas that several operations of administrators share.
import { type TSchema, Type } from 'typebox'
import { DIALECTS, LEVELS, ROLES } from '../../service/account/index.ts'

const oneOf = (words: readonly string[], description: string) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description },
  )

/** A time as the API prints it. */
export const time = (description: string) =>
  Type.String({ description: `${description}, \`YYYY-MM-DD HH:MM:SS\` in UTC.` })

/** A value that may be null. */
export const orNull = (schema: TSchema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

/** An account as administrators see it. */
export const AccountFacts = Type.Object(
  {
    id: Type.Integer(),
    email: Type.String(),
    username: Type.String(),
    level: oneOf(LEVELS, 'The level that counts now.'),
    level_until: orNull(Type.String(), 'The last second of the level; null where it does not end.'),
    role: oneOf(ROLES, 'Who may administer.'),
    dialect: oneOf(DIALECTS, 'The spelling of the API.'),
    coins: Type.Integer({ description: 'Coins left, those that running calls hold included.' }),
    disabled: Type.Boolean(),
    has_password: Type.Boolean({ description: 'Whether the owner can sign in on the page.' }),
    rules: orNull(
      Type.Object({ version: Type.String(), time: Type.String() }),
      'The usage rules that were accepted.',
    ),
    created_at: time('When it was made'),
  },
  { additionalProperties: false },
)

/** The account in the path. */
export const AccountPlace = {
  account: Type.String({ description: 'Number or e-mail of the account.' }),
}

/** A filter by account. */
export const accountFilter = {
  account: Type.Optional(Type.String({ description: 'Only this account: its number or e-mail.' })),
}

/** What may be set of an account when it is made and later. */
export const accountValues = {
  username: Type.Optional(Type.String({ description: 'Name shown to its owner.' })),
  level: Type.Optional(oneOf(LEVELS, 'What the account may use.')),
  level_until: Type.Optional(
    Type.String({
      description:
        'Last day or second of the level, such as `2027-12-31`; afterwards it is free. `none` takes an end away.',
    }),
  ),
  role: Type.Optional(oneOf(ROLES, 'Who may administer.')),
  dialect: Type.Optional(oneOf(DIALECTS, 'The spelling of the API its programs were written against.')),
}

/** How many entries a page may hold at most. */
export const MOST_ENTRIES = 1000

/** The size of a page of entries. */
export const pageSize = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MOST_ENTRIES,
    default: 100,
    description: 'Entries of a page.',
  }),
)

/** Pages that go back in time. */
export const backwards = {
  before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
  size: pageSize,
}

/** Where the next page begins. */
export const next = orNull(Type.Integer(), 'Continues the list; null at its end.')

/** A part of many days. */
export const days = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 3660,
    default: 30,
    description: 'How many UTC days, today included.',
  }),
)
