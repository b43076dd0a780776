import { expect, it } from 'vitest'
import { type Actor, actorOf, OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'
import { checkLedger } from '../../support/state.ts'

const DAY = 86_400_000

describeAccounts('administering accounts', (open) => {
  it('changes what the patch names, and records each change with before and after', async () => {
    const { accounts, clock } = await open()
    const admin = await accounts.createAccount(OPERATOR, { email: 'admin@x', role: 'administrator' })
    await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const actor: Actor = actorOf(admin.account, '192.0.2.1')
    const levelUntil = clock.now + DAY
    const changed = await accounts.changeAccount(actor, 'U@X', {
      level: 'member',
      levelUntil,
      dialect: 'live',
      username: 'Ünal',
      role: 'user',
    })
    expect(changed).toMatchObject({ level: 'member', levelUntil, dialect: 'live', username: 'Ünal' })
    const trail = await accounts.readTrail('operator', { account: 'u@x' })
    const rows = trail.map(({ actor, action, address, detail }) => ({
      actor,
      action,
      address,
      ...JSON.parse(detail),
    }))
    const from = { actor: 'admin@x', address: '192.0.2.1' }
    expect(rows.slice(0, -1).reverse()).toEqual([
      { ...from, action: 'account.username', before: 'u', after: 'Ünal' },
      { ...from, action: 'account.level', before: 'free', after: 'member' },
      { ...from, action: 'account.level_until', before: null, after: levelUntil },
      { ...from, action: 'account.dialect', before: 'documented', after: 'live' },
    ])
  })

  it('lets a level end at its date, and a new level without a date not at all', async () => {
    const { accounts, clock } = await open()
    const { key } = await accounts.createAccount(OPERATOR, {
      email: 'u@x',
      level: 'enterprise',
      levelUntil: clock.now + DAY,
    })
    const credentials = { email: 'u@x', key, address: undefined }
    expect(await accounts.authenticate(credentials)).toMatchObject({ level: 'enterprise' })
    clock.now += DAY
    const ended = await accounts.authenticate(credentials)
    expect(ended).toMatchObject({ level: 'free' })
    expect(accounts.priceOf(ended)).toBe(1)
    const renewed = await accounts.changeAccount(OPERATOR, 'u@x', { level: 'enterprise' })
    expect(renewed).toMatchObject({ level: 'enterprise', levelUntil: undefined })
  })

  it('keeps the end date when something else changes, and takes it away with null', async () => {
    const { accounts, clock } = await open()
    const levelUntil = clock.now + DAY
    await accounts.createAccount(OPERATOR, { email: 'u@x', level: 'member', levelUntil })
    expect(await accounts.changeAccount(OPERATOR, 'u@x', { dialect: 'live' })).toMatchObject({ levelUntil })
    const endless = await accounts.changeAccount(OPERATOR, 'u@x', { levelUntil: null })
    expect(endless).toMatchObject({ level: 'member', levelUntil: undefined })
  })

  it.each([
    [{ levelUntil: 5 }, 'the level free has no end date'],
    [{ level: 'member', levelUntil: 5 } as const, 'is in the past'],
    [{ username: 'a\u202eb' }, 'the user name contains U+202E'],
  ])('refuses %j and changes nothing', async (patch, text) => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const failure = await failureOf(accounts.changeAccount(OPERATOR, 'u@x', patch))
    expect(failure).toMatchObject({ code: 'params', message: expect.stringContaining(text) })
    expect(await accounts.showAccount('u@x')).toEqual(account)
    expect(await accounts.readTrail('operator', { account: 'u@x' })).toHaveLength(1)
  })

  it.each([['nobody@x'], [77], [-1], [1.5], ["' or 1=1 --"]])(
    'says that there is no account %s',
    async (target) => {
      const { accounts } = await open()
      for (const call of [
        () => accounts.showAccount(target),
        () => accounts.changeAccount(OPERATOR, target, { disabled: true }),
        () => accounts.rotateKey(OPERATOR, target),
        () => accounts.moveCoins(OPERATOR, target, 'grant', 1),
        () => accounts.issuePasswordLink(OPERATOR, target),
      ])
        expect(await failureOf(call())).toMatchObject({
          code: 'account',
          message: expect.stringContaining(`${target}`),
        })
    },
  )

  it('keeps one administrator who may sign in, also when two are disabled at once', async () => {
    const { accounts } = await open()
    for (const email of ['a@x', 'b@x'])
      await accounts.createAccount(OPERATOR, { email, role: 'administrator' })
    const results = await Promise.allSettled([
      accounts.changeAccount(OPERATOR, 'a@x', { disabled: true }),
      accounts.changeAccount(OPERATOR, 'b@x', { role: 'user' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rest = (await accounts.listAccounts()).filter(
      ({ role, disabled }) => role === 'administrator' && !disabled,
    )
    expect(rest).toHaveLength(1)
  })

  it('disables and enables users where no administrator exists, and where none may sign in', async () => {
    const { accounts, state } = await open()
    const user = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    expect(await accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })).toMatchObject({
      disabled: true,
    })
    await accounts.createAccount(OPERATOR, { email: 'a@x', role: 'administrator' })
    await state.write((db) =>
      db.updateTable('account').set({ disabled: 1 }).where('email', '=', 'a@x').execute(),
    )
    expect(await accounts.changeAccount(OPERATOR, user.account.id, { disabled: false })).toMatchObject({
      disabled: false,
    })
    expect(await accounts.changeAccount(OPERATOR, 'a@x', { dialect: 'live' })).toMatchObject({
      disabled: true,
    })
  })

  it('moves coins through the ledger only, and refuses what would leave less than nothing', async () => {
    const { accounts, state } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x', coins: 10 })
    expect(await accounts.moveCoins(OPERATOR, 'u@x', 'grant', 5, 'thanks')).toMatchObject({ coins: 15 })
    expect(await accounts.moveCoins(OPERATOR, 'u@x', 'take', 3)).toMatchObject({ coins: 12 })
    expect(await accounts.moveCoins(OPERATOR, 'u@x', 'refund', 1)).toMatchObject({ coins: 13 })
    await accounts.reserveSearch(account, 4)
    expect(await failureOf(accounts.moveCoins(OPERATOR, 'u@x', 'take', 10))).toMatchObject({
      code: 'conflict',
      message: '[-4] Params Error: the account has 13 coins, 4 of them reserved by running calls',
    })
    for (const amount of [0, -5, 1.5, 1e10, Number.NaN])
      expect(await failureOf(accounts.moveCoins(OPERATOR, 'u@x', 'grant', amount))).toMatchObject({
        code: 'params',
      })
    const ledger = await accounts.readLedger('u@x')
    expect(ledger.map(({ kind, amount, note }) => [kind, amount, note])).toEqual([
      ['refund', 1, ''],
      ['correction', -3, ''],
      ['grant', 5, 'thanks'],
      ['grant', 10, 'first coins'],
    ])
    expect(await checkLedger(state)).toEqual({ balance: 13, reserved: 4 })
  })

  it('lets a user read the own part of the audit trail and an administrator all of it', async () => {
    const { accounts } = await open()
    const admin = await accounts.createAccount(OPERATOR, { email: 'admin@x', role: 'administrator' })
    const user = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const other = await accounts.createAccount(OPERATOR, { email: 'o@x' })
    await accounts.recordAuditEvent(actorOf(user.account, '::1'), { action: 'export', detail: { rows: 7 } })
    await accounts.moveCoins(actorOf(admin.account, '192.0.2.7'), 'o@x', 'grant', 1)
    const actions = async (viewer: typeof user.account, account?: string) =>
      (await accounts.readTrail(viewer, { account })).map(
        ({ action, subject, actor }) => `${actor} ${action} ${subject}`,
      )
    expect(await actions(user.account)).toEqual(['u@x export ', 'operator account.create u@x'])
    expect(await actions(user.account, 'o@x')).toEqual(await actions(user.account))
    expect(await actions(user.account, 'nobody@x')).toEqual(await actions(user.account))
    expect(await actions(other.account)).toEqual(['admin@x coins.grant o@x', 'operator account.create o@x'])
    const addresses = async (viewer: typeof user.account) =>
      (await accounts.readTrail(viewer)).map(({ address }) => address)
    expect(await addresses(user.account)).toEqual(['::1', null])
    expect(await addresses(other.account)).toEqual([null, null])
    expect((await addresses(admin.account))[0]).toBe('192.0.2.7')
    expect(await actions(admin.account)).toHaveLength(5)
    expect(await actions(admin.account, 'o@x')).toEqual(await actions(other.account))
    const [newest] = await accounts.readTrail('operator', { limit: 1 })
    expect(await accounts.readTrail('operator', { before: newest?.id ?? 0 })).toHaveLength(4)
    expect(await accounts.readTrail('operator', { action: 'export' })).toHaveLength(1)
  })

  it('never writes a key, a password or a token into the audit trail', async () => {
    const { accounts, state } = await open()
    const { key } = await accounts.createAccount(OPERATOR, { email: 'u@x', password: 'first password' })
    const rotated = await accounts.rotateKey(OPERATOR, 'u@x')
    await accounts.setPassword(OPERATOR, 'u@x', 'second password')
    const { token } = await accounts.issuePasswordLink(OPERATOR, 'u@x')
    const invitation = await accounts.invite(OPERATOR, {})
    const trail = JSON.stringify(await state.db.selectFrom('audit').selectAll().execute())
    for (const text of [key, rotated.key, 'first password', 'second password', token, invitation.token])
      expect(trail).not.toContain(text)
    expect(trail).toContain('key.rotate')
  })

  it('forgets entries and figures that are older than the settings keep', async () => {
    const { accounts, clock } = await open({ auditDays: 10, usageDays: 5 })
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    accounts.countCall({ accountId: account.id, route: '/r', address: '192.0.2.1' })
    await accounts.flushFigures()
    clock.now += 11 * DAY
    await accounts.recordAuditEvent(OPERATOR, { action: 'import' })
    await accounts.purge()
    expect((await accounts.readTrail('operator')).map(({ action }) => action)).toEqual(['import'])
    expect(await accounts.readUsage(365)).toEqual([])
    expect(await accounts.readNetworks(365)).toEqual([])
  })
})
