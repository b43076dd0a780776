import { expect, it } from 'vitest'
import { type CreatedAccount, OPERATOR, type Registration } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

const form = { email: 'new@x', password: 'correct horse battery', rules: '3', address: '192.0.2.1' }
const rulesVersion = '3'

function registered({ created }: Registration): CreatedAccount {
  if (created === undefined) throw new Error('nothing was created')
  return created
}

describeAccounts('registration', (open) => {
  it('is closed unless it is opened', async () => {
    const { accounts } = await open({ rulesVersion })
    expect(await failureOf(accounts.register(form))).toMatchObject({
      code: 'forbidden',
      message: '403 Forbidden: registration is closed; ask the administrator for an account',
    })
  })

  it('gives what the settings say in open mode, with the version of the rules and the time', async () => {
    const { accounts, clock } = await open({ rulesVersion, registration: 'open', registrationCoins: 7 })
    const { account, key } = registered(await accounts.register(form))
    expect(account).toMatchObject({
      email: 'new@x',
      level: 'free',
      coins: 7,
      role: 'user',
      hasPassword: true,
    })
    expect(account.rules).toEqual({ version: '3', time: clock.now })
    expect(await accounts.authenticate({ email: 'new@x', key, address: undefined })).toMatchObject({
      id: account.id,
    })
    expect(await accounts.login({ ...form, email: 'NEW@x' })).toMatchObject({ account: { email: 'new@x' } })
  })

  it('answers the same for an e-mail that has an account, and changes nothing there', async () => {
    const { accounts } = await open({ rulesVersion, registration: 'open' })
    await accounts.register(form)
    const again = await accounts.register({ ...form, email: 'New@X', password: 'another battery staple' })
    expect(again).toEqual({ email: 'New@X', created: undefined })
    expect(await accounts.listAccounts()).toHaveLength(1)
    expect(await accounts.login(form)).toMatchObject({ account: { email: 'new@x' } })
    expect(await failureOf(accounts.login({ ...form, password: 'another battery staple' }))).toMatchObject({
      code: 'login',
    })
    expect(await accounts.readTrail('operator', { action: 'register.fail' })).toHaveLength(1)
  })

  it('by an invitation says that the e-mail has an account', async () => {
    const { accounts } = await open({ rulesVersion, registration: 'open' })
    await accounts.register(form)
    const { token } = await accounts.invite(OPERATOR, {})
    expect(await failureOf(accounts.register({ ...form, invitation: token }))).toMatchObject({
      code: 'conflict',
    })
  })

  it('needs the current rules', async () => {
    const { accounts } = await open({ rulesVersion, registration: 'open' })
    for (const rules of ['', '2'])
      expect(await failureOf(accounts.register({ ...form, rules }))).toMatchObject({
        code: 'params',
        message: expect.stringContaining('current version `3`'),
      })
    expect(await accounts.listAccounts()).toEqual([])
  })

  it('by invitation works once, for the e-mail it was made out to, with what it gives', async () => {
    const { accounts, clock } = await open({ rulesVersion, registration: 'invitation' })
    const levelUntil = clock.now + 86_400_000
    const { token } = await accounts.invite(OPERATOR, {
      email: 'New@x',
      level: 'member',
      levelUntil,
      coins: 9,
    })
    const join = (email: string, invitation?: string) => accounts.register({ ...form, email, invitation })
    expect(await failureOf(join('new@x'))).toMatchObject({ code: 'forbidden' })
    expect(await failureOf(join('new@x', 'forged'))).toMatchObject({ code: 'link' })
    expect(await failureOf(join('other@x', token))).toMatchObject({ code: 'params' })
    const { account } = registered(await join('new@x', token))
    expect(account).toMatchObject({ level: 'member', levelUntil, coins: 9 })
    expect(await failureOf(join('new@x', token))).toMatchObject({ code: 'link' })
    expect(await accounts.listInvitations()).toMatchObject([{ email_folded: 'new@x', used_by: account.id }])
  })

  it('by one open invitation admits one of two who use it at once', async () => {
    const { accounts } = await open({ rulesVersion, registration: 'invitation' })
    const { token } = await accounts.invite(OPERATOR, {})
    const both = await Promise.allSettled(
      ['a@x', 'b@x'].map((email) => accounts.register({ ...form, email, invitation: token })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await accounts.listAccounts()).toHaveLength(1)
  })

  it('takes no withdrawn or expired invitation', async () => {
    const { accounts, clock } = await open({ rulesVersion, registration: 'invitation', invitationDays: 14 })
    const [one, two] = [await accounts.invite(OPERATOR, {}), await accounts.invite(OPERATOR, {})]
    const [newest, oldest] = await accounts.listInvitations()
    expect(await accounts.withdrawInvitation(OPERATOR, oldest?.id ?? 0)).toBe(true)
    expect(await accounts.withdrawInvitation(OPERATOR, oldest?.id ?? 0)).toBe(false)
    clock.now += 14 * 86_400_000
    for (const { token } of [one, two])
      expect(await failureOf(accounts.register({ ...form, invitation: token }))).toMatchObject({
        code: 'link',
      })
    expect(newest?.used_by).toBeNull()
  })

  it('is slowed for an address that registers often', async () => {
    const { accounts, waits } = await open({ rulesVersion, registration: 'open' })
    for (let times = 0; times < 12; times++) await accounts.register({ ...form, email: `n${times}@x` })
    expect(waits).toHaveLength(2)
  })

  it('may be made good for the rules: an account accepts the current version later', async () => {
    const { accounts, clock } = await open({ rulesVersion })
    const { account, key } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    expect(await failureOf(accounts.acceptRules(account, '2', undefined))).toMatchObject({ code: 'params' })
    await accounts.acceptRules(account, '3', '::1')
    const now = await accounts.authenticate({ email: 'u@x', key, address: undefined })
    expect(now.rules).toEqual({ version: '3', time: clock.now })
  })
})
