import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR, type OpenIdSettings } from '../../../src/service/account/index.ts'
import { type AccountBench, describeAccounts, failureOf } from '../../support/accounts.ts'
import { type Person, type RunningProvider, startProvider } from '../../support/openid.ts'

const URL_HERE = 'http://localhost:8420'
const address = '192.0.2.1'
const ADA: Person = { subject: 'ada', email: 'Ada@Example.com', email_verified: true }

describe('sign-in by an OpenID provider', () => {
  let provider: RunningProvider
  beforeAll(async () => {
    provider = await startProvider(() => `${URL_HERE}/sign-in/openid`)
  })
  afterAll(() => provider.close())

  const settings = (changed: Partial<OpenIdSettings> = {}) => {
    const { issuer, clientId, clientSecret } = provider
    const rest = { name: 'Example', domains: [], newAccounts: 'none' } as const
    return { openId: { issuer, clientId, clientSecret, ...rest, ...changed } }
  }

  /** What a browser brings back from the provider. */
  async function visit({ accounts }: AccountBench, person: Person = ADA) {
    provider.person = person
    const { url, ticket } = await accounts.beginOpenId(URL_HERE)
    return { ticket, query: await queryOf(url) }
  }
  const signIn = async (bench: AccountBench, person?: Person) =>
    bench.accounts.loginByOpenId({ ...(await visit(bench, person)), address })

  describeAccounts('an identity', (open) => {
    it('gets the account with its checked e-mail, and keeps it when the e-mail changes', async () => {
      const bench = await open(settings())
      const { accounts } = bench
      const { account } = await accounts.createAccount(OPERATOR, { email: 'ada@example.com' })
      expect((await signIn(bench)).account.id).toBe(account.id)
      const renamed = { subject: 'ada', email: 'new@example.com', email_verified: true }
      const session = await signIn(bench, renamed)
      expect((await accounts.findLogin(session.token))?.account.id).toBe(account.id)
      const trail = await accounts.readTrail('operator', {})
      expect(trail.map(({ action }) => action)).toEqual(['login', 'login', 'identity.add', 'account.create'])
      await accounts.changeAccount(OPERATOR, account.id, { disabled: true })
      expect(await failureOf(signIn(bench))).toMatchObject({ code: 'forbidden' })
    })

    it('gets a new account only where the settings say so, for checked e-mails of the domains', async () => {
      const none = await open(settings())
      expect(await failureOf(signIn(none))).toMatchObject({ message: expect.stringContaining('no account') })
      const bench = await open(settings({ newAccounts: 'member', domains: ['example.com'] }))
      const unchecked = { subject: 'eve', email: 'eve@example.com', email_verified: false }
      expect(await failureOf(signIn(bench, unchecked))).toMatchObject({ code: 'forbidden' })
      expect(await failureOf(signIn(bench, { subject: 'bob' }))).toMatchObject({ code: 'forbidden' })
      const foreign = { ...ADA, email: 'ada@elsewhere.example' }
      expect(await failureOf(signIn(bench, foreign))).toMatchObject({
        message: expect.stringContaining('openid.domains'),
      })
      const session = await signIn(bench)
      expect(session.account).toMatchObject({ email: 'Ada@Example.com', level: 'member', hasPassword: false })
      expect(await failureOf(signIn(bench, foreign)), 'a known identity').toMatchObject({ code: 'forbidden' })
      const proof = { password: '', token: session.token, address }
      await bench.accounts.proveOwner(session.account, proof)
      bench.clock.now += 10 * 60_000
      expect(await failureOf(bench.accounts.proveOwner(session.account, proof))).toMatchObject({
        message: expect.stringContaining('ten minutes'),
      })
    })

    it('does not get an account that a stranger may have registered under its e-mail', async () => {
      const bench = await open({ ...settings(), registration: 'open' })
      const { accounts } = bench
      const asked = { email: 'ada@example.com', password: 'correct horse battery', address }
      await accounts.register({ ...asked, rules: accounts.settings.rulesVersion })
      expect(await failureOf(signIn(bench))).toMatchObject({ code: 'forbidden' })
    })

    it('does not get an account of an invitation that was made out to nobody', async () => {
      const bench = await open({ ...settings(), registration: 'invitation' })
      const { accounts } = bench
      const password = 'correct horse battery'
      const asked = { password, address, rules: accounts.settings.rulesVersion }
      const anybody = await accounts.invite(OPERATOR, {})
      await accounts.register({ ...asked, email: 'ada@example.com', invitation: anybody.token })
      expect(await failureOf(signIn(bench))).toMatchObject({ code: 'forbidden' })
      const bob = await accounts.invite(OPERATOR, { email: 'bob@example.com' })
      await accounts.register({ ...asked, email: 'bob@example.com', invitation: bob.token })
      const session = await signIn(bench, { subject: 'bob', email: 'bob@example.com', email_verified: true })
      expect(session.account.email).toBe('bob@example.com')
    })

    it('is proven by an answer to a ticket of this server, once and within ten minutes', async () => {
      const bench = await open(settings({ newAccounts: 'free' }))
      const { accounts, clock } = bench
      const refused = async (answer: { readonly query: string; readonly ticket: string }) =>
        expect(await failureOf(accounts.loginByOpenId({ ...answer, address }))).toMatchObject({
          code: 'login',
        })
      const good = await visit(bench)
      await refused({ ...good, ticket: (await visit(bench)).ticket })
      await refused({ ...good, ticket: 'x' })
      await refused({ ...good, query: good.query.replace(/code=[^&]+/, 'code=another') })
      await refused({ ...good, query: good.query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fother.example') })
      await refused({ ...good, query: 'error=access_denied&state=x' })
      const used = await visit(bench)
      await accounts.loginByOpenId({ ...used, address })
      await refused(used)
      const late = await visit(bench)
      clock.now += 10 * 60_000
      await refused(late)
      expect(await accounts.readTrail('operator', { action: 'login.fail' })).toHaveLength(7)
    })

    it('is not asked for without a provider, and a provider that is away is named', async () => {
      const bench = await open()
      expect(await failureOf(bench.accounts.beginOpenId(URL_HERE))).toMatchObject({ code: 'params' })
      const away = await open(settings({ issuer: 'http://127.0.0.1:9' }))
      expect(await failureOf(away.accounts.beginOpenId(URL_HERE))).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('openid.issuer'),
      })
    })
  })
})

/** Follows the provider's redirects, as a browser does, until it sends back here; returns the query of that address. */
async function queryOf(start: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  while (!url.startsWith(URL_HERE)) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    const next = answer.headers.get('location')
    if (next === null) throw new Error(await answer.text())
    url = new URL(next, url).href
  }
  return new URL(url).search.slice(1)
}
