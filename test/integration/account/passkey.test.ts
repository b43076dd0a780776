import { generateKeyPairSync } from 'node:crypto'
import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { useChallenge } from '../../../src/state/index.ts'
import { type AccountBench, describeAccounts, failureOf } from '../../support/accounts.ts'
import { type Flaws, SoftAuthenticator } from '../../support/authenticator.ts'

const URL = 'http://localhost:8420'
const address = '192.0.2.1'
const MINUTE = 60_000

async function withPasskey({ accounts }: AccountBench, email = 'u@x') {
  const { account } = await accounts.createAccount(OPERATOR, { email, password: 'correct horse battery' })
  const authenticator = new SoftAuthenticator(URL)
  const add = async (flaws?: Flaws, name = ' phone ') => {
    const options = await accounts.beginPasskey(account, URL)
    const credential = authenticator.create(options, flaws)
    return accounts.addPasskey(account, { name, credential, url: URL, address })
  }
  const signIn = async (flaws?: Flaws) => {
    const credential = authenticator.get(await accounts.beginPasskeyLogin(URL), flaws)
    return accounts.loginByPasskey({ credential, url: URL, address })
  }
  return { account, authenticator, add, signIn }
}

describeAccounts('passkeys', (open) => {
  it('sign in instead of password and code, and are listed and removed', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    const { account, add, signIn } = await withPasskey(bench)
    await add()
    const [passkey] = await accounts.listPasskeys(account)
    expect(passkey).toMatchObject({ name: 'phone', isSynced: false, usedAt: undefined })
    clock.now += MINUTE
    const session = await signIn()
    expect(session.account.email).toBe('u@x')
    expect((await accounts.findLogin(session.token))?.account.id).toBe(account.id)
    expect((await accounts.listPasskeys(account))[0]?.usedAt).toBe(clock.now)
    const actor = { accountId: account.id, name: account.email, address }
    expect(await accounts.removePasskey(actor, account.id, passkey?.id ?? 0)).toBe(true)
    expect(await accounts.removePasskey(actor, account.id, passkey?.id ?? 0)).toBe(false)
    expect(await failureOf(signIn())).toMatchObject({ code: 'login' })
    const trail = await accounts.readTrail('operator', {})
    expect(trail.map(({ action, detail }) => [action, JSON.parse(detail ?? 'null')])).toEqual([
      ['login.fail', { by: 'passkey' }],
      ['passkey.remove', { passkey: 'phone' }],
      ['login', { by: 'passkey', passkey: 'phone' }],
      ['passkey.add', { passkey: 'phone' }],
      ['account.create', expect.anything()],
    ])
  })

  it.each<readonly [string, Flaws]>([
    ['another origin', { origin: 'http://localhost.evil.example:8420' }],
    ['an authenticator that did not check its user', { unverified: true }],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['a count of uses that went back', { counter: 3 }],
    ['the handle of another account', { userHandle: 'b3RoZXI' }],
  ])('are refused with %s', async (_, flaws) => {
    const bench = await open()
    const { add, signIn } = await withPasskey(bench)
    await add()
    await signIn({ counter: 7 })
    expect(await failureOf(signIn(flaws))).toMatchObject({ code: 'login' })
    expect((await signIn({ counter: 8 })).token).toHaveLength(43)
  })

  it('answer a challenge once, within five minutes, and only one of this server and purpose', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    const { account, authenticator, add } = await withPasskey(bench)
    await add()
    const refusal = async (credential: string) =>
      failureOf(accounts.loginByPasskey({ credential, url: URL, address }))
    const credential = authenticator.get(await accounts.beginPasskeyLogin(URL))
    await accounts.loginByPasskey({ credential, url: URL, address })
    expect(await refusal(credential)).toMatchObject({ message: expect.stringContaining('used already') })
    const late = authenticator.get(await accounts.beginPasskeyLogin(URL))
    clock.now += 5 * MINUTE
    expect(await refusal(late)).toMatchObject({ code: 'login' })
    const foreign = await accounts.beginPasskey(account, URL)
    expect(await refusal(authenticator.get(foreign))).toMatchObject({ code: 'login' })
    expect(await refusal(authenticator.get({ challenge: 'AAAA' }))).toMatchObject({ code: 'login' })
    expect(await bench.state.db.selectFrom('used_challenge').selectAll().execute()).toHaveLength(2)
    clock.now += 5 * MINUTE
    await accounts.loginByPasskey({
      ...{ credential: authenticator.get(await accounts.beginPasskeyLogin(URL)), url: URL, address },
    })
    expect(await bench.state.db.selectFrom('used_challenge').selectAll().execute()).toHaveLength(1)
  })

  it('answer no challenge again that expires while the answer is verified', async () => {
    const { state, clock } = await open()
    const use = (now: number) => state.write((db) => useChallenge(db, 'challenge', clock.now, now))
    expect([await use(clock.now - 1), await use(clock.now - 1), await use(clock.now)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('are registered once, by their account, with a verified user', async () => {
    const bench = await open()
    const { accounts } = bench
    const one = await withPasskey(bench)
    const other = await withPasskey(bench, 'v@x')
    expect(await failureOf(one.add({ unverified: true }))).toMatchObject({ code: 'login' })
    expect(await failureOf(one.add({}, '  '))).toMatchObject({ code: 'params' })
    const options = await accounts.beginPasskey(one.account, URL)
    const credential = one.authenticator.create(options)
    const asked = { name: 'x', credential, url: URL, address }
    expect(await failureOf(accounts.addPasskey(other.account, asked))).toMatchObject({ code: 'login' })
    await accounts.addPasskey(one.account, asked)
    expect(await failureOf(accounts.addPasskey(one.account, asked))).toMatchObject({
      message: expect.stringContaining('used already'),
    })
    expect(await failureOf(one.add())).toMatchObject({ code: 'conflict' })
    expect((await accounts.beginPasskey(one.account, URL)).excludeCredentials).toHaveLength(1)
    expect((await accounts.beginPasskey(other.account, URL)).excludeCredentials).toEqual([])
  })

  it('are not offered under an address, and not accepted of a disabled account or as anything else', async () => {
    const bench = await open()
    const { accounts } = bench
    const { account, add, signIn } = await withPasskey(bench)
    await add()
    for (const url of ['http://127.0.0.1:8420', 'http://[::1]:8420'])
      expect(await failureOf(accounts.beginPasskeyLogin(url))).toMatchObject({
        message: expect.stringContaining('localhost'),
      })
    for (const credential of ['', '{}', '[]', 'null', '{"response":{}}', '{"id":1,"response":{}}'])
      expect(await failureOf(accounts.loginByPasskey({ credential, url: URL, address }))).toMatchObject({
        code: expect.stringMatching(/^(?:params|login)$/),
      })
    await accounts.changeAccount(OPERATOR, account.id, { disabled: true })
    expect(await failureOf(signIn())).toMatchObject({ code: 'forbidden' })
    expect(await accounts.removePasskeys(OPERATOR, account.id)).toBe(1)
  })
})
