// An account that is disabled ends at once, with everything that runs for it.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts } from '../../support/accounts.ts'
import { type TestApi, testApi } from '../../support/api.ts'
import { asset } from '../../support/asset.ts'
import { eventually } from '../../support/eventually.ts'

const UNAUTHORIZED = '401 Unauthorized, make sure 1.email is correct 2.apikey is correct.'

/** Work that ends only when it is cancelled. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

describeAccounts('work that runs for an account', (open, place) => {
  it('ends when this process disables the account, and others’ goes on', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'ann@example.com' })
    const { account: other } = await accounts.createAccount(OPERATOR, { email: 'ben@example.com' })
    const going = accounts.untilRevoked({ account: other.id }, async () => sleep(50, 'done'))
    const both = [1, 2].map(() => accounts.untilRevoked({ account: account.id }, endless))
    const ends = Promise.allSettled(both)
    await accounts.changeAccount(OPERATOR, account.id, { disabled: true })
    expect(await ends).toMatchObject([
      { status: 'rejected', reason: { code: 'unauthorized' } },
      { status: 'rejected', reason: { code: 'unauthorized' } },
    ])
    expect(await going).toBe('done')
  })

  it('ends when another process disables the account', async () => {
    const database = await place()
    const [here, there] = [await open({}, database), await open({}, database)]
    const { account } = await here.accounts.createAccount(OPERATOR, { email: 'ann@example.com' })
    const work = expect(here.accounts.untilRevoked({ account: account.id }, endless)).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await there.accounts.changeAccount(OPERATOR, account.id, { disabled: true })
    await work
  })

  it('ends when this or another process revokes or replaces the key of the call, and that of other keys goes on', async () => {
    const database = await place()
    const [here, there] = [await open({}, database), await open({}, database)]
    const email = 'ann@example.com'
    const { account, key: first } = await here.accounts.createAccount(OPERATOR, { email })
    const create = (name: string) => here.accounts.createKey(OPERATOR, account.id, { name })
    const [one, two, three] = [await create('one'), await create('two'), await create('three')]
    const [four, five] = [await create('four'), await create('five')]
    const run = async (key: string | undefined, work: (ended: AbortSignal) => Promise<never>) => {
      const { keyHash } =
        key === undefined ? {} : await here.accounts.authenticate({ email, key, address: undefined })
      return here.accounts.untilRevoked({ account: account.id, keyHash }, work)
    }
    const end = new AbortController()
    const going = [undefined, three.key].map((key) =>
      run(key, (ended) => endless(AbortSignal.any([ended, end.signal]))).catch((error: unknown) => error),
    )
    const ending = [first, one.key, two.key, four.key, five.key].map((key) =>
      expect(run(key, endless)).rejects.toMatchObject({ code: 'unauthorized' }),
    )
    await sleep(50)
    await here.accounts.revokeKey(OPERATOR, account.id, one.named.id)
    await here.accounts.rotateNamedKey(OPERATOR, account.id, four.named.id)
    await there.accounts.revokeKey(OPERATOR, account.id, two.named.id)
    await there.accounts.rotateNamedKey(OPERATOR, account.id, five.named.id)
    await there.accounts.rotateNamedKey(OPERATOR, account.id, 0)
    await Promise.all(ending)
    end.abort('by the test')
    expect(await Promise.all(going)).toEqual(['by the test', 'by the test'])
  })

  it('ends with the session of a call of the page, and with the time of a key', async () => {
    const { accounts, clock } = await open()
    const user = { email: 'ann@example.com', password: 'correct horse battery' }
    const { account } = await accounts.createAccount(OPERATOR, user)
    const logIn = () => accounts.login({ ...user, address: undefined })
    const [ended, other] = [await logIn(), await logIn()]
    const expiresAt = clock.now + 60_000
    const { key } = await accounts.createKey(OPERATOR, account.id, { name: 'brief', expiresAt })
    const { keyHash } = await accounts.authenticate({ email: account.email, key, address: undefined })
    const end = new AbortController()
    const going = accounts
      .untilRevoked({ account: account.id, session: other.token }, (signal) =>
        endless(AbortSignal.any([signal, end.signal])),
      )
      .catch((error: unknown) => error)
    const ending = [{ session: ended.token }, { keyHash }].map((owner) =>
      expect(accounts.untilRevoked({ account: account.id, ...owner }, endless)).rejects.toMatchObject({
        code: 'unauthorized',
      }),
    )
    await accounts.logout(ended.token, undefined)
    clock.now = expiresAt
    await Promise.all(ending)
    end.abort('by the test')
    expect(await going).toBe('by the test')
  })

  it('ends with the time of a session', async () => {
    const { accounts, clock } = await open()
    const user = { email: 'ann@example.com', password: 'correct horse battery' }
    const { account } = await accounts.createAccount(OPERATOR, user)
    const early = await accounts.login({ ...user, address: undefined })
    clock.now += 60_000
    const late = await accounts.login({ ...user, address: undefined })
    const end = new AbortController()
    const going = accounts
      .untilRevoked({ account: account.id, session: late.token }, (signal) =>
        endless(AbortSignal.any([signal, end.signal])),
      )
      .catch((error: unknown) => error)
    const ending = expect(
      accounts.untilRevoked({ account: account.id, session: early.token }, endless),
    ).rejects.toMatchObject({ code: 'unauthorized' })
    clock.now = early.expiresAt
    await ending
    end.abort('by the test')
    expect(await going).toBe('by the test')
  })

  it('of an administrator ends when this or another process makes the account a user', async () => {
    const database = await place()
    const [here, there] = [await open({}, database), await open({}, database)]
    const create = async (name: string) => {
      const input = { email: `${name}@example.com`, role: 'administrator' } as const
      return (await here.accounts.createAccount(OPERATOR, input)).account.id
    }
    const [one, two, three] = [await create('one'), await create('two'), await create('three')]
    const run = (account: number) =>
      here.accounts.untilRevoked({ account, isAdministrator: true }, endless).catch((error: unknown) => error)
    const ending = [run(one), run(two)]
    const going = here.accounts.untilRevoked({ account: three, isAdministrator: true }, async () =>
      sleep(1500, 'done'),
    )
    await here.accounts.changeAccount(OPERATOR, one, { role: 'user' })
    await there.accounts.changeAccount(OPERATOR, two, { role: 'user' })
    expect(await Promise.all(ending)).toMatchObject([{ code: 'unauthorized' }, { code: 'unauthorized' }])
    expect(await going).toBe('done')
  })

  it('of the first key ends at once when this process replaces it, and that of the page goes on', async () => {
    const { accounts } = await open()
    const email = 'ann@example.com'
    const { account, key } = await accounts.createAccount(OPERATOR, { email })
    const { keyHash } = await accounts.authenticate({ email, key, address: undefined })
    const page = accounts.untilRevoked({ account: account.id }, async () => sleep(1500, 'done'))
    const call = expect(
      accounts.untilRevoked({ account: account.id, keyHash }, endless),
    ).rejects.toMatchObject({
      code: 'unauthorized',
    })
    await accounts.rotateNamedKey(OPERATOR, account.id, 0)
    await call
    expect(await page).toBe('done')
  })

  it('keeps its own failure when the account is not ended', async () => {
    const { accounts } = await open()
    const failing = accounts.untilRevoked({ account: 1 }, () => Promise.reject(new Error('of its own')))
    await expect(failing).rejects.toThrow('of its own')
  })
})

describe('over HTTP', () => {
  let api: TestApi
  beforeAll(async () => {
    const records = Array.from({ length: 9 }, (_, index) =>
      asset({ reached: `${index}.example.com`, lastupdatetime: Date.now() / 1000 }),
    )
    const account = { level: 'free', coins: 5, password: 'correct horse battery' } as const
    api = await testApi({
      records,
      accounts: { search: account, page: account, work: account, revoked: account, replaced: account },
    })
  })
  afterAll(() => api.close())

  const disable = (name: string) =>
    api.accounts.changeAccount(OPERATOR, `${name}@example.com`, { disabled: true })
  const coinsOf = async (name: string) => (await api.accounts.showAccount(`${name}@example.com`)).coins

  /** Holds up the store after the first calls until a call is aborted; resolves when one is waiting. */
  const holding = (first = 0): Promise<void> =>
    new Promise((reached) => {
      let calls = 0
      api.store.hold = (signal) => {
        if (calls++ < first) return Promise.resolve()
        reached()
        return signal === undefined ? Promise.resolve() : endless(signal)
      }
    })

  it('a search that runs is answered as one with wrong credentials, and costs nothing', async () => {
    const running = holding()
    const qbase64 = Buffer.from('host="example"').toString('base64')
    const url = `/api/v1/search/all?${new URLSearchParams({ ...api.credentials['search'], qbase64 })}`
    const answer = api.app.inject({ url })
    await running
    await disable('search')
    expect((await answer).json()).toEqual({ error: true, errmsg: UNAUTHORIZED })
    expect(await coinsOf('search')).toBe(5)
    expect((await api.app.inject({ url })).json()).toEqual({ error: true, errmsg: UNAUTHORIZED })
  })

  it('so is one of the page, whose session is over', async () => {
    const payload = { email: 'page@example.com', password: 'correct horse battery' }
    const entry = await api.app.inject({ method: 'POST', url: '/web/api/session', payload })
    const cookies = Object.fromEntries(entry.cookies.map(({ name, value }) => [name, value]))
    const running = holding()
    const answer = api.app.inject({
      method: 'POST',
      url: '/web/api/search',
      cookies,
      headers: { 'x-csrf-token': String(entry.json()['csrf']) },
      payload: { query: 'host="example"', page: 1, size: 10, full: false },
    })
    await running
    await disable('page')
    expect((await answer).statusCode).toBe(401)
    expect(await coinsOf('page')).toBe(5)
    expect((await api.app.inject({ url: '/web/api/account', cookies })).statusCode).toBe(401)
  })

  it.each(['revoked', 'replaced'])(
    'an export whose key is %s fails, and one of another key goes on',
    async (how) => {
      const email = `${how}@example.com`
      const create = (name: string) => api.accounts.createKey(OPERATOR, email, { name, scopes: ['export'] })
      const [kept, revoked] = [await create(`kept ${how}`), await create(how)]
      const ids: string[] = []
      const account = await api.accounts.showAccount(email)
      for (const { key, named } of [revoked, kept]) {
        const running = holding(1)
        const headers = {
          authorization: `Bearer ${key}`,
          'content-type': 'application/x-www-form-urlencoded',
        }
        const payload = String(
          new URLSearchParams({ qbase64: Buffer.from('host="example"').toString('base64') }),
        )
        const submitted = await api.app.inject({ method: 'POST', url: '/api/v1/export', headers, payload })
        ids.push(String((submitted.json() as { id: number }).id))
        await running
        const change = how === 'revoked' ? api.accounts.revokeKey : api.accounts.rotateNamedKey
        if (named.id === revoked.named.id) await change(OPERATOR, email, named.id)
        if (named.id === kept.named.id) api.store.hold = async () => {}
      }
      const [first = '', second = ''] = ids
      await eventually(async () =>
        expect(await api.jobs.exports.info(account, first)).toMatchObject({
          state: 'failure',
          reason: `the key was ${how}`,
        }),
      )
      expect(await api.jobs.exports.info(account, second)).not.toMatchObject({ reason: `the key was ${how}` })
      await disable(how)
    },
  )

  it('an export that runs fails and costs nothing', async () => {
    // The first call counts what the export would cost.
    const running = holding(1)
    const qbase64 = Buffer.from('host="example"').toString('base64')
    const payload = String(new URLSearchParams({ ...api.credentials['work'], qbase64 }))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const submitted = await api.app.inject({ method: 'POST', url: '/api/v1/export', headers, payload })
    const { id } = submitted.json() as { id: number }
    await running
    await disable('work')
    const account = await api.accounts.showAccount('work@example.com')
    await eventually(async () => {
      const job = await api.jobs.exports.info(account, String(id))
      expect(job).toMatchObject({ state: 'failure', reason: 'the account was disabled' })
    })
    expect(await coinsOf('work')).toBe(5)
  })
})
