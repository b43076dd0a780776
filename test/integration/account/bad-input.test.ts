// Bad input to accounts over HTTP, with a key and on the page: a clear answer, and nothing has changed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../support/api.ts'

const PASSWORD = 'correct horse battery'
const START = Date.UTC(2026, 10, 20, 12)
const DAY = 86_400_000
const LONG = 'x1y2z3'.repeat(10_000)

let api: TestApi
let now = START
beforeAll(async () => {
  const account = { level: 'free', coins: 5, password: PASSWORD } as const
  api = await testApi({
    accounts: { boss: { ...account, role: 'administrator' }, ann: account },
    settings: { 'account.registration': 'open' },
    now: () => now,
  })
})
afterAll(() => api.close())
beforeEach(() => {
  now = START
})

/** Everything that the database stores about accounts; failed logins may be recorded. */
async function state(): Promise<unknown> {
  const trail = await api.accounts.readTrail('operator', { limit: 1000 })
  return {
    accounts: await api.accounts.listAccounts(),
    trail: trail.filter(({ action }) => action !== 'login.fail'),
    coins: await api.accounts.readLedger('ann@example.com'),
    key: await api.accounts.revealKey('ann@example.com'),
    invitations: await api.accounts.listInvitations(),
  }
}

async function refusal(call: () => Promise<{ statusCode: number; body: string }>): Promise<string> {
  const before = await state()
  const { body } = await call()
  const answer = JSON.parse(body) as { error: boolean; errmsg: string }
  expect(answer).toEqual({ error: true, errmsg: expect.any(String) })
  expect(answer.errmsg.length).toBeLessThan(400)
  expect(await state()).toEqual(before)
  return answer.errmsg
}

const page = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
  session: Login = { cookies: {}, csrf: '' },
) =>
  api.app.inject({
    method,
    url: `/web/api/${url}`,
    cookies: { ...session.cookies },
    headers: { 'x-csrf-token': session.csrf },
    ...(payload !== undefined && { payload }),
  })

const administer = (path: string, parameters: Readonly<Record<string, string>>) =>
  api.app.inject({
    method: 'POST',
    url: `/api/v1/admin/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams({ ...api.credentials['boss'], ...parameters })),
  })

interface Login {
  readonly cookies: Readonly<Record<string, string>>
  readonly csrf: string
}

async function signIn(): Promise<Login> {
  const answer = await page('POST', 'session', { email: 'ann@example.com', password: PASSWORD })
  expect(answer.statusCode).toBe(200)
  return {
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
    csrf: String(answer.json()['csrf']),
  }
}

const register = (email: string, password = PASSWORD, more: object = {}) =>
  page('POST', 'registration', { email, password, rules: '1', ...more })

describe('registration', () => {
  it.each([
    ['no e-mail', '', 'the e-mail is empty'],
    ['60 KB', `${LONG}@example.com`, 'characters, at most 254 are allowed'],
    ['a name too long', `${'a'.repeat(65)}@example.com`, 'needs a name of at most 64'],
    ['a Cyrillic letter that looks Latin', 'аnn@example.com', 'contains `а` (U+0430); only ASCII'],
    ['a full-width letter', 'ａnn@example.com', 'contains `ａ` (U+FF41); only ASCII'],
    ['a dotless i', 'dın@example.com', 'contains `ı` (U+0131); only ASCII'],
    ['an invisible character', 'ann\u200b@example.com', 'contains U+200B; only ASCII'],
    ['a direction mark', 'ann\u202e@example.com', 'contains U+202E; only ASCII'],
    ['a domain of another script', 'new@exаmple.com', 'contains `а` (U+0430); only ASCII'],
    ['a line end', 'ann@example.com\nbcc: x@example.com', 'contains U+000A; only ASCII'],
    ['a NUL', 'ann\u0000@example.com', 'contains U+0000; only ASCII'],
    ['two at signs', 'a@b@example.com', 'before one @'],
    ['no domain', 'ann@', 'needs a domain'],
    ['an address for a domain part that is none', 'ann@-example.com', 'needs a domain'],
    ['quotes', `"'; drop table account --"@example.com`, 'contains a blank'],
  ])('takes no e-mail with %s', async (_, email, text) => {
    expect(await refusal(() => register(email))).toContain(text)
  })

  it.each([['ann@example.com'], ['ANN@Example.COM'], ['  ann@example.com  ']])(
    'answers `%s` a second time as it does others, and makes no account',
    async (email) => {
      const answer = await register(email)
      expect([answer.statusCode, answer.json()]).toEqual([200, { error: false, email: email.trim() }])
    },
  )

  it.each([
    ['', 'the password is empty'],
    ['short', 'has 5 characters, 10 to 256 are allowed'],
    ['aaaaaaaaaaaa', 'repeats too few different characters'],
    [LONG, `has ${LONG.length} characters, 10 to 256 are allowed`],
  ])('takes no such password', async (password, text) => {
    expect(await refusal(() => register('new@example.com', password))).toContain(text)
  })

  it('takes no body beyond 64 KiB', async () => {
    const answer = await register('new@example.com', 'x'.repeat(100_000))
    expect(answer.statusCode).toBe(413)
  })

  it.each([
    ['administrator\u202enimda', 'the user name contains U+202E'],
    ['аdmin', 'mixes Latin letters with Cyrillic'],
    ['x'.repeat(65), 'the user name has 65 characters'],
  ])('takes no user name `%s`', async (username, text) => {
    expect(await refusal(() => register('new@example.com', PASSWORD, { username }))).toContain(text)
  })

  it('of one e-mail sent many times at once makes one account', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register('Twin@example.com')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual(Array(8).fill(200))
    const all = await api.accounts.listAccounts()
    expect(all.filter(({ email }) => email.toLowerCase() === 'twin@example.com')).toHaveLength(1)
  })
})

describe('passwords', () => {
  it.each([
    ['', 'an empty one'],
    [LONG, 'one of 60 KB'],
    [`${PASSWORD}\u0000`, 'the right one and a NUL'],
    [PASSWORD.toUpperCase(), 'the right one in capitals'],
  ])('sign nobody in: %#', async (password) => {
    const text = await refusal(() => page('POST', 'session', { email: 'ann@example.com', password }))
    expect(text).toContain('the e-mail or the password is wrong')
  })

  it.each([
    ['', 'the password is empty'],
    [LONG, '10 to 256 are allowed'],
  ])('are not changed to such ones: %#', async (password, text) => {
    const session = await signIn()
    const change = { current: PASSWORD, password }
    expect(await refusal(() => page('PUT', 'account/password', change, session))).toContain(text)
    await signIn()
  })
})

describe('cookies', () => {
  const account = (cookies: Readonly<Record<string, string>>) =>
    page('GET', 'account', undefined, { cookies, csrf: '' })

  it.each([
    ['empty', ''],
    ['another of the same length', 'A'.repeat(43)],
    ['a megabyte', 'A'.repeat(15_000)],
    ['a quote', `' or 1=1 --`],
    ['of odd bytes', '%00%ff%c0%af'],
  ])('that are forged open nothing: %s', async (_, value) => {
    expect((await account({ periplus_session: value })).statusCode).toBe(401)
  })

  it('that are altered by one character open nothing', async () => {
    const { cookies } = await signIn()
    const token = cookies['periplus_session'] ?? ''
    for (const place of [0, 20, token.length - 2]) {
      const other = token[place] === 'A' ? 'B' : 'A'
      const forged = token.slice(0, place) + other + token.slice(place + 1)
      expect((await account({ periplus_session: forged })).statusCode).toBe(401)
    }
    expect((await account(cookies)).statusCode).toBe(200)
  })

  it('that are replayed after signing out open nothing', async () => {
    const session = await signIn()
    expect((await page('DELETE', 'session', {}, session)).statusCode).toBe(200)
    expect(await refusal(() => account(session.cookies))).toContain('the session has ended')
  })

  it('expire, and not later because the clock jumps', async () => {
    const session = await signIn()
    now = START + 400 * DAY
    expect(await refusal(() => account(session.cookies))).toContain('the session has ended')
    now = START - DAY
    expect((await account(session.cookies)).statusCode).toBe(200)
    const { rows } = (await page('GET', 'account/ledger', undefined, session)).json() as { rows: unknown[] }
    expect(rows).toHaveLength(1)
  })
})

describe('a clock that jumps back', () => {
  it('loses no coin and no order of the ledger', async () => {
    const amounts = async () => (await api.accounts.readLedger('ann@example.com')).map(({ amount }) => amount)
    const before = await amounts()
    for (const [place, amount] of [11, 12, 13].entries()) {
      now = START - place * 10 * DAY
      const answer = await administer('accounts/ann@example.com/coins', {
        action: 'grant',
        amount: String(amount),
      })
      expect(answer.json()).toMatchObject({ error: false })
    }
    expect(await amounts()).toEqual([13, 12, 11, ...before])
    const { coins } = await api.accounts.showAccount('ann@example.com')
    expect(coins).toBe((await amounts()).reduce((sum, amount) => sum + amount, 0))
  })
})

describe('administrators', () => {
  it.each([
    ['0', 'must be between 1 and 1000000000'],
    ['-1', 'must be between 1 and 1000000000'],
    ['1000000001', 'must be between 1 and 1000000000'],
    ['99999999999999999999999', 'must be between 1 and 1000000000'],
    ['1e3', 'whole number'],
    ['1.5', 'whole number'],
    ['NaN', 'whole number'],
    ['', 'amount is missing'],
    ['0x10', 'whole number'],
  ])('move no `%s` coins', async (amount, text) => {
    for (const action of ['grant', 'take', 'refund']) {
      const call = () => administer('accounts/ann@example.com/coins', { action, amount })
      expect(await refusal(call)).toMatch(new RegExp(`${text}|whole number`))
    }
  })

  it('take no more coins than there are', async () => {
    const call = () => administer('accounts/ann@example.com/coins', { action: 'take', amount: '1000' })
    expect(await refusal(call)).toContain('coins')
  })

  it.each([
    ['2026-11-20T11:59:59Z', 'is in the past'],
    ['1970-01-01', 'is in the past'],
    ['10000-01-01', 'level_until'],
    ['2026-02-30', 'level_until'],
    ['tomorrow', 'level_until'],
    ['-1', 'level_until'],
  ])('end no level at `%s`', async (until, text) => {
    const change = { level: 'member', level_until: until }
    expect(await refusal(() => administer('accounts/ann@example.com', change))).toContain(text)
    const invitation = { level: 'member', level_until: until }
    expect(await refusal(() => administer('invitations', invitation))).toContain(text)
  })

  it.each([
    [{ level: 'gold' }, 'level'],
    [{ role: 'root' }, 'role'],
    [{ dialect: 'klingon' }, 'dialect'],
    [{ disabled: 'perhaps' }, 'disabled'],
    [{ level: 'free', level_until: '2027-01-01' }, 'no end date'],
    [{}, 'nothing to change is named'],
  ])('change nothing with %j', async (change, text) => {
    const sent = change as Readonly<Record<string, string>>
    expect(await refusal(() => administer('accounts/ann@example.com', sent))).toContain(text)
  })

  it('create no account that exists, or of a look-alike', async () => {
    for (const email of ['ANN@example.com', 'аnn@example.com'])
      expect(await refusal(() => administer('accounts', { account: email }))).toMatch(/exists already|ASCII/)
  })
})
