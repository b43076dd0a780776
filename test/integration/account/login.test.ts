import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

const DAY = 86_400_000
const PASSWORD = 'correct horse battery'
const user = { email: 'u@x', password: PASSWORD }
const from = { ...user, address: '192.0.2.1' }

describeAccounts('logins', (open, place) => {
  it('take the right password in any case of the e-mail and start a session that other processes know', async () => {
    const where = await place()
    const [one, two] = [await open({}, where), await open({}, where)]
    const { account } = await one.accounts.createAccount(OPERATOR, user)
    const session = await one.accounts.login({ ...from, email: ' U@X ' })
    expect(session.token).toMatch(/^[\w-]{43}$/)
    const found = await two.accounts.findLogin(session.token)
    expect(found).toEqual({ account, csrf: session.csrf, expiresAt: session.expiresAt })
  })

  it.each([
    ['a wrong password', { ...from, password: 'wrong horse battery' }],
    ['an empty password', { ...from, password: '' }],
    ['a password of 1 MB', { ...from, password: 'x'.repeat(1_048_576) }],
    ['an unknown e-mail', { ...from, email: 'v@x' }],
    ['an e-mail of 1 MB', { ...from, email: 'x'.repeat(1_048_576) }],
  ])('refuse %s with one and the same text', async (_title, input) => {
    const { accounts, state } = await open()
    await accounts.createAccount(OPERATOR, user)
    const failure = await failureOf(accounts.login(input))
    expect(failure).toMatchObject({
      code: 'login',
      message: '401 Unauthorized, the e-mail or the password is wrong.',
    })
    expect(await state.db.selectFrom('session').selectAll().execute()).toEqual([])
  })

  it('refuse an account without a password, and a disabled one by name', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, { email: 'u@x' })
    expect(await failureOf(accounts.login(from))).toMatchObject({ code: 'login' })
    await accounts.setPassword(OPERATOR, 'u@x', PASSWORD)
    const { token } = await accounts.login(from)
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })
    expect(await failureOf(accounts.login(from))).toMatchObject({ code: 'forbidden' })
    expect(await accounts.findLogin(token), 'the running session ended').toBeUndefined()
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: false })
    expect(await accounts.findLogin(token), 'and stays ended').toBeUndefined()
  })

  it('end at logout: a replayed cookie is worth nothing', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, user)
    const [one, two] = [await accounts.login(from), await accounts.login(from)]
    await accounts.logout(one.token, '192.0.2.1')
    expect(await accounts.findLogin(one.token)).toBeUndefined()
    expect(await accounts.findLogin(two.token)).toMatchObject({ account: { email: 'u@x' } })
    await accounts.logout(one.token, '192.0.2.1')
    const actions = (await accounts.readTrail('operator')).map(({ action }) => action)
    expect(actions).toEqual(['logout', 'login', 'login', 'account.create'])
  })

  it('know no forged cookie', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, user)
    const { token } = await accounts.login(from)
    const flipped = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`
    for (const forged of ['', flipped, `${token} `, token.slice(1), 'x'.repeat(100_000), "' or ''='"])
      expect(await accounts.findLogin(forged)).toBeUndefined()
  })

  it('expire without use, in the end also with it, and not because the clock jumps back', async () => {
    const { accounts, clock } = await open({ sessionIdleDays: 7, sessionDays: 30 })
    await accounts.createAccount(OPERATOR, user)
    const idle = await accounts.login(from)
    const used = await accounts.login(from)
    const start = clock.now
    for (let day = 5; day < 30; day += 5) {
      clock.now = start + day * DAY
      expect(await accounts.findLogin(used.token)).toMatchObject({ account: { email: 'u@x' } })
    }
    expect(await accounts.findLogin(idle.token)).toBeUndefined()
    clock.now = start - DAY
    expect(await accounts.findLogin(used.token)).toMatchObject({ account: { email: 'u@x' } })
    clock.now = start + 30 * DAY
    expect(await accounts.findLogin(used.token)).toBeUndefined()
  })

  it('keep at most fifty sessions of an account, the latest used ones', async () => {
    const { accounts, clock, state } = await open()
    const { account } = await accounts.createAccount(OPERATOR, user)
    const row = (index: number) => ({
      token_hash: `hash ${index}`,
      account_id: account.id,
      created_at: clock.now,
      seen_at: clock.now + index,
      expires_at: clock.now + DAY,
      address: null,
    })
    await state.db
      .insertInto('session')
      .values(Array.from({ length: 60 }, (_, index) => row(index + 1)))
      .execute()
    clock.now += 1000
    const { token } = await accounts.login(from)
    const rows = await state.db.selectFrom('session').select('token_hash').execute()
    expect(rows).toHaveLength(50)
    expect(await accounts.findLogin(token)).toMatchObject({ account: { email: 'u@x' } })
  })

  it('are slowed after wrong passwords, by account and by address, and the right owner gets in', async () => {
    const { accounts, waits } = await open()
    await accounts.createAccount(OPERATOR, user)
    const { device } = await accounts.login(from)
    for (let times = 0; times < 30; times++)
      await failureOf(
        accounts.login({ ...from, address: `198.51.100.${times % 10}`, password: 'wrong wrong' }),
      )
    expect(waits.length).toBeGreaterThan(5)
    waits.length = 0
    expect(await accounts.login({ ...from, device })).toMatchObject({ account: { email: 'u@x' } })
    expect(waits, 'a browser that has signed in before does not wait').toEqual([])
    expect(await accounts.login(from)).toMatchObject({ account: { email: 'u@x' } })
    expect(Math.max(...waits), 'a new one waits at most three seconds').toBeLessThanOrEqual(3000)
    waits.length = 0
    await failureOf(accounts.login({ ...from, device: `${device}x`, password: 'wrong wrong' }))
    expect(waits, 'a forged device token helps nobody').toHaveLength(1)
  })

  it('do not survive a password that is changed while the old one is checked', async () => {
    const { accounts, state } = await open()
    await accounts.createAccount(OPERATOR, user)
    for (let times = 0; times < 20; times++) {
      const password = `password number ${times}`
      await accounts.setPassword(OPERATOR, 'u@x', password)
      const slow = accounts.login({ ...from, password })
      await accounts.setPassword(OPERATOR, 'u@x', 'another password')
      await slow
        .then(({ token }) => accounts.findLogin(token))
        .then(
          (session) => expect(session).toBeUndefined(),
          (error) => expect(error).toMatchObject({ code: 'login' }),
        )
      expect(await state.db.selectFrom('session').selectAll().execute()).toEqual([])
    }
  })

  it('that fail are events each, also after strangers sent wrong keys; beyond 20 in an hour they are counted', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, user)
    for (let times = 0; times < 40; times++) {
      const address = `198.51.100.${times}`
      await failureOf(accounts.authenticate({ email: 'x@x', key: 'f'.repeat(32), address }))
    }
    await failureOf(accounts.login({ ...from, password: 'wrong wrong' }))
    await failureOf(accounts.login({ ...from, email: 'stranger@x' }))
    const first = await accounts.readTrail('operator', { action: 'login.fail' })
    expect(first).toMatchObject([
      { subject: '', address: '192.0.2.1' },
      { subject: 'u@x', address: '192.0.2.1' },
    ])
    expect(await accounts.readTrail('operator', { action: 'key.fail' })).toHaveLength(40)
    const more = Array.from({ length: 50 }, (_, at) => ({
      ...from,
      password: 'no',
      address: `203.0.113.${at}`,
    }))
    for (const one of more) await failureOf(accounts.login(one))
    await accounts.flushFigures()
    const all = await accounts.readTrail('operator', { account: 'u@x', action: 'login.fail' })
    expect(all).toHaveLength(21)
    const attempts = all.map(({ detail }) => (JSON.parse(detail) as { count?: number }).count ?? 1)
    expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(51)
  })

  it('from countless networks fill neither memory nor database', async () => {
    const { accounts } = await open()
    const call = (at: number) => ({
      email: undefined,
      key: 'wrong',
      address: `2001:db8:0:${at.toString(16)}::1`,
    })
    for (let at = 0; at < 3000; at++) await failureOf(accounts.authenticate(call(at)))
    await accounts.flushFigures()
    const entries = await accounts.readTrail('operator', { action: 'key.fail', limit: 1000 })
    expect(entries.length).toBe(1000)
    expect(entries[0]).toMatchObject({ address: null, detail: expect.stringMatching(/"count":1000/) })
  })

  it('leave no link that sets a password when the password is changed', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, user)
    const { token } = await accounts.login(from)
    const own = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    const change = { current: user.password, password: 'another password', token, address: undefined }
    await accounts.changeOwnPassword(account, change)
    expect(await failureOf(accounts.inspectPasswordLink(own.token))).toMatchObject({ code: 'link' })
    const ordered = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    await accounts.setPassword(OPERATOR, 'u@x', 'a third password')
    expect(await failureOf(accounts.inspectPasswordLink(ordered.token))).toMatchObject({ code: 'link' })
  })

  it('record the first failures of a series and every success', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, user)
    for (let times = 0; times < 25; times++)
      await failureOf(accounts.login({ ...from, password: 'wrong wrong' }))
    await failureOf(accounts.login({ ...from, email: 'nobody@x' }))
    await accounts.login(from)
    await accounts.flushFigures()
    const trail = await accounts.readTrail('operator', { account: 'u@x' })
    const count = (name: string) => trail.filter(({ action }) => action === name).length
    expect([count('login.fail'), count('login')]).toEqual([21, 1])
    expect(trail[0]).toMatchObject({ detail: '{"count":5}' })
    expect(trail[2]).toMatchObject({
      action: 'login.fail',
      actor: 'nobody',
      address: '192.0.2.1',
      subject: 'u@x',
    })
  })
})

describeAccounts('passwords', (open) => {
  it('are set once by a link, which ends all logins', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, user)
    const { token } = await accounts.login(from)
    const older = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    const link = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    const use = (token: string, password: string) =>
      accounts.usePasswordLink({ token, password, address: undefined })
    expect(await failureOf(use(older.token, 'a new password'))).toMatchObject({ code: 'link' })
    expect(await failureOf(use(link.token, 'short'))).toMatchObject({ code: 'params' })
    const both = await Promise.allSettled([use(link.token, 'password one'), use(link.token, 'password two')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await accounts.findLogin(token)).toBeUndefined()
    expect(await failureOf(accounts.login(from))).toMatchObject({ code: 'login' })
    const won = both[0]?.status === 'fulfilled' ? 'password one' : 'password two'
    expect(await accounts.login({ ...from, password: won })).toMatchObject({ account: { email: 'u@x' } })
  })

  it('are not set by a link that is expired, forged or of a disabled account', async () => {
    const { accounts, clock } = await open({ linkHours: 72 })
    await accounts.createAccount(OPERATOR, user)
    const { token, expiresAt } = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    expect(await failureOf(accounts.inspectPasswordLink(`A${token.slice(1)}x`))).toMatchObject({
      code: 'link',
    })
    clock.now = expiresAt - 1
    expect(await accounts.inspectPasswordLink(token)).toMatchObject({ email: 'u@x' })
    clock.now = expiresAt
    expect(await failureOf(accounts.inspectPasswordLink(token))).toMatchObject({ code: 'link' })
    const fresh = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })
    expect(await failureOf(accounts.inspectPasswordLink(fresh.token))).toMatchObject({ code: 'link' })
  })

  it('are changed with the old one, which ends the other sessions', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, user)
    const [here, elsewhere] = [await accounts.login(from), await accounts.login(from)]
    const change = (current: string, password: string) =>
      accounts.changeOwnPassword(account, { current, password, token: here.token, address: undefined })
    expect(await failureOf(change('wrong wrong', 'a new password'))).toMatchObject({ code: 'login' })
    expect(await failureOf(change(PASSWORD, 'short'))).toMatchObject({ code: 'params' })
    await change(PASSWORD, 'a new password')
    expect(await accounts.findLogin(here.token)).toMatchObject({ account: { email: 'u@x' } })
    expect(await accounts.findLogin(elsewhere.token)).toBeUndefined()
    expect(await accounts.login({ ...from, password: 'a new password' })).toMatchObject({
      account: { email: 'u@x' },
    })
  })

  it('are listed for their owner, who ends one of them and nobody else’s', async () => {
    const { accounts } = await open({})
    const password = PASSWORD
    for (const email of ['a@x', 'b@x']) await accounts.createAccount(OPERATOR, { email, password })
    const login = (email: string, address: string) => accounts.login({ email, password, address })
    const [one, two] = [await login('a@x', '192.0.2.1'), await login('a@x', '192.0.2.2')]
    const foreign = await login('b@x', '192.0.2.3')
    const own = await accounts.listOwnSessions(one.account, one.token)
    expect(own.map(({ address, current }) => [address, current]).toSorted()).toEqual([
      ['192.0.2.1', true],
      ['192.0.2.2', false],
    ])
    expect(JSON.stringify(own)).not.toContain(two.token)
    const [other] = own.filter(({ current }) => !current)
    const [strange] = await accounts.listOwnSessions(foreign.account, foreign.token)
    for (const id of [strange?.id ?? '', '%', '_'.repeat(16), ''])
      expect(await accounts.endOwnSession(one.account, id, undefined)).toBe(false)
    expect(await accounts.endOwnSession(one.account, other?.id ?? '', '192.0.2.1')).toBe(true)
    expect(await accounts.findLogin(two.token)).toBeUndefined()
    expect(await accounts.findLogin(one.token)).toMatchObject({ account: { email: 'a@x' } })
    expect(await accounts.findLogin(foreign.token)).toMatchObject({ account: { email: 'b@x' } })
    expect(await accounts.readTrail('operator', { action: 'session.end' })).toHaveLength(1)
  })
})
