import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

const A = 'Ann@Example.com'

describeAccounts('creating accounts', (open, place) => {
  it('gives a key of 32 hexadecimal characters that only the secret reads back', async () => {
    const { accounts, state } = await open()
    const { account, key } = await accounts.createAccount(OPERATOR, { email: A, coins: 5 })
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(account).toEqual({
      id: account.id,
      email: A,
      username: 'Ann',
      level: 'free',
      levelUntil: undefined,
      role: 'user',
      dialect: 'documented',
      disabled: false,
      hasPassword: false,
      rules: undefined,
      coins: 5,
      createdAt: Date.UTC(2026, 0, 15, 12),
    })
    expect(await accounts.revealKey('ann@example.com')).toBe(key)
    const everything = JSON.stringify(await state.db.selectFrom('account').selectAll().execute())
    expect(everything).not.toContain(key)
  })

  it('refuses a second account whose e-mail differs in case only, also when both are created at once', async () => {
    const { accounts } = await open()
    const results = await Promise.allSettled(
      ['x@example.com', 'X@example.com', 'x@EXAMPLE.com'].map((email) =>
        accounts.createAccount(OPERATOR, { email }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    const failure = await failureOf(accounts.createAccount(OPERATOR, { email: 'X@Example.COM' }))
    expect(failure).toMatchObject({
      code: 'conflict',
      message: '[-4] Params Error: an account with the e-mail `X@Example.COM` exists already',
    })
    expect(await accounts.listAccounts()).toHaveLength(1)
  })

  it.each([
    [{ email: '' }, 'the e-mail is empty'],
    [{ email: `${'a'.repeat(250)}@b.c` }, 'before one @'],
    [{ email: `a@${'b'.repeat(1_000_000)}` }, 'the e-mail has 1000002 characters, at most 254 are allowed'],
    [{ email: 'аnn@example.com' }, 'the e-mail contains `а` (U+0430)'],
    [{ email: A, username: '' }, 'the user name has 0 characters'],
    [{ email: A, username: 'pаypal' }, 'mixes Latin letters with Cyrillic'],
    [{ email: A, coins: -1 }, 'the number of coins `-1` must be a whole number from 1 to 1000000000'],
    [{ email: A, coins: 1e15 }, 'the number of coins `1000000000000000` must be'],
    [{ email: A, coins: 0.5 }, 'the number of coins `0.5` must be'],
    [
      { email: A, level: 'member', levelUntil: Date.UTC(2026, 0, 14) } as const,
      'is in the past; now is 2026-01-15 12:00:00',
    ],
    [
      { email: A, level: 'free', levelUntil: Date.UTC(2027, 0, 1) } as const,
      'the level free has no end date',
    ],
    [{ email: A, level: 'member', levelUntil: Number.NaN } as const, 'is not a valid date'],
    [{ email: A, password: '' }, 'the password is empty'],
    [{ email: A, password: 'short' }, 'the password has 5 characters, 10 to 256 are allowed'],
    [
      { email: A, password: 'x'.repeat(1_048_576) },
      'the password has 1048576 characters, 10 to 256 are allowed',
    ],
    [{ email: A, password: 'abababababab' }, 'repeats too few different characters'],
  ])('refuses %j and changes nothing', async (input, text) => {
    const { accounts, state } = await open()
    const failure = await failureOf(accounts.createAccount(OPERATOR, input))
    expect(failure).toMatchObject({ code: 'params', message: expect.stringContaining(text) })
    expect(failure.message.length).toBeLessThan(500)
    expect(await state.db.selectFrom('account').selectAll().execute()).toEqual([])
    expect(await state.db.selectFrom('audit').selectAll().execute()).toEqual([])
  })

  it('makes one first account, of two servers that start at once too, and none where there is one', async () => {
    const where = await place()
    const [one, two] = [await open({}, where), await open({}, where)]
    const made = await Promise.all([one.accounts.ensureFirstAccount(), two.accounts.ensureFirstAccount()])
    const first = made.filter((account) => account !== undefined)
    expect(first).toHaveLength(1)
    expect(first[0]?.account).toMatchObject({
      email: 'admin@localhost',
      role: 'administrator',
      level: 'enterprise',
    })
    const token = first[0]?.token ?? ''
    expect(await two.accounts.inspectPasswordLink(token)).toMatchObject({ email: 'admin@localhost' })
    expect(await one.accounts.ensureFirstAccount()).toBeUndefined()
    expect(await one.accounts.listAccounts()).toHaveLength(1)
  })

  it('lists accounts page by page in the order they were created', async () => {
    const { accounts } = await open()
    for (const name of ['c', 'a', 'b']) await accounts.createAccount(OPERATOR, { email: `${name}@x` })
    const first = await accounts.listAccounts({ limit: 2 })
    const rest = await accounts.listAccounts({ after: first[1]?.id ?? 0 })
    expect([...first, ...rest].map(({ email }) => email)).toEqual(['c@x', 'a@x', 'b@x'])
  })

  it('is refused to a server with another secret than the one the database was filled with', async () => {
    const where = await place()
    const { state } = await open({}, where)
    const { openAccounts, openSecretText } = await import('../../../src/service/account/index.ts')
    const secret = openSecretText('another secret of thirty-two characters')
    const failure = await failureOf(openAccounts({ state, secret }))
    expect(failure).toMatchObject({
      code: 'input',
      message: expect.stringContaining('restore the secret file'),
    })
  })
})
