import { expect, it, vi } from 'vitest'
import { giveLinesBack, OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'
import { checkLedger } from '../../support/state.ts'

describeAccounts('what calls cost', (open, place) => {
  it('200 searches at once through two processes on 50 coins: 50 charged, 150 refused, ledger sum 0', async () => {
    const where = await place()
    const benches = [await open({}, where), await open({}, where)] as const
    const { account } = await benches[0].accounts.createAccount(OPERATOR, { email: 'u@x', coins: 50 })
    const search = async (index: number) => {
      const held = await benches[index % 2 === 0 ? 0 : 1].accounts.reserveSearch(account)
      return held.capture()
    }
    const results = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => search(index)))
    const charged = results.filter((result) => result.status === 'fulfilled')
    const refused = results.filter((result) => result.status === 'rejected')
    expect([charged.length, refused.length]).toEqual([50, 150])
    expect(new Set(refused.map(({ reason }) => reason.message))).toEqual(
      new Set(['The service coin is not enough!']),
    )
    expect(await checkLedger(benches[0].state)).toEqual({ balance: 0, reserved: 0 })
  })

  it('work that is taken up again pays once, whatever it died of in between', async () => {
    const { accounts, state } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x', coins: 5 })
    const work = { accountId: account.id, amount: 3, name: 'export 17' }
    // The first attempt dies before it pays, the second after.
    await (await accounts.reserveWork({ ...work, attempt: 1 })).release()
    expect(await (await accounts.reserveWork({ ...work, attempt: 2 })).capture(2)).toBe(2)
    const third = await accounts.reserveWork({ ...work, attempt: 3 })
    expect(await third.capture(3)).toBe(2)
    expect(await checkLedger(state)).toEqual({ balance: 3, reserved: 0 })
    const other = accounts.reserveWork({ ...work, name: 'export 18', amount: 4, attempt: 1 })
    expect((await failureOf(other)).message).toBe('The service coin is not enough!')
    expect(await checkLedger(state)).toEqual({ balance: 3, reserved: 0 })
  })

  it('a price of 0 asks nothing of the database', async () => {
    const { accounts, state } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x', level: 'member' })
    const write = vi.spyOn(state, 'write')
    const read = vi.spyOn(state.db, 'selectFrom')
    const held = await accounts.reserveSearch(account)
    expect(await held.capture()).toBe(0)
    await held.release()
    expect(write).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
  })

  it('a level has its price, and an export may hold many prices back and spend fewer', async () => {
    const { accounts } = await open({ price: { free: 2, member: 1, enterprise: 0 } })
    const free = await accounts.createAccount(OPERATOR, { email: 'f@x', coins: 7 })
    const held = await accounts.reserveSearch(free.account, 3 * accounts.priceOf(free.account), 'export')
    expect(await failureOf(accounts.reserveSearch(free.account))).toMatchObject({ code: 'coins' })
    expect(await held.capture(4)).toBe(4)
    expect(await accounts.accountInfo(free.account)).toMatchObject({
      fcoin: 3,
      coins: 3,
      remain_api_query: 1,
      remain_api_data: 10_000,
    })
  })

  it('info/my reports exactly the specified fields', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'U@x', coins: 12, username: 'Uma' })
    expect(await accounts.accountInfo(account)).toEqual({
      error: false,
      email: 'U@x',
      username: 'Uma',
      category: 'user',
      fcoin: 12,
      fofa_point: 0,
      remain_free_point: 0,
      isvip: false,
      vip_level: 0,
      is_verified: false,
      avatar: '',
      message: '',
      fofacli_ver: '',
      fofa_server: true,
      remain_api_query: 12,
      remain_api_data: 120_000,
      level: 'free',
      dialect: 'documented',
      coins: 12,
      tagging: { daily_limit: 10_000, used_today: 0, running_task_id: null },
      search: { result_window: 10_000, price: 1 },
      created_at: '2026-01-15 12:00:00',
    })
  })

  it.each([
    ['member', 2],
    ['enterprise', 5],
  ] as const)('info/my of a %s account: vip_level %i and no end of calls', async (level, vip_level) => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x', level })
    expect(await accounts.accountInfo(account)).toMatchObject({
      isvip: true,
      vip_level,
      remain_api_query: 1_000_000_000,
      remain_api_data: 1_000_000_000,
    })
  })

  it('lines of a day are taken up to the limit, given back, and counted anew on the next UTC day', async () => {
    const { accounts, state, clock } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    clock.now = Date.UTC(2026, 0, 15, 23, 59, 59)
    const take = (lines: number) => state.write((db) => accounts.takeLines(db, account, lines))
    expect(await take(6000)).toBe('2026-01-15')
    expect(await failureOf(take(4001))).toMatchObject({
      code: 'daily',
      message: 'Daily data processing limit exceeded (6000/10000)!',
    })
    await take(4000)
    expect(await accounts.accountInfo(account)).toMatchObject({ tagging: { used_today: 10_000 } })
    await state.write((db) => giveLinesBack(db, account.id, '2026-01-15', 6000))
    expect(await failureOf(take(6001))).toMatchObject({ message: expect.stringContaining('(4000/10000)') })
    clock.now += 1000
    expect(await take(10_000)).toBe('2026-01-16')
    clock.now -= 1000
    expect(await failureOf(take(6001)), 'a clock that jumps back finds the old count').toMatchObject({
      code: 'daily',
    })
  })

  it('of many who take lines at once, no more than the limit get them', async () => {
    const { accounts, state } = await open({ taggingDailyLimit: 10 })
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, () => state.write((db) => accounts.takeLines(db, account, 1))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it('calls are counted by day, account and route, and networks by key', async () => {
    const { accounts, clock } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const call = (address: string, rows: number) =>
      accounts.countCall({ accountId: account.id, route: '/api/v1/search/all', rows, coins: 1, address })
    call('192.0.2.1', 10)
    call('192.0.2.200', 5)
    await accounts.flushFigures()
    call('198.51.100.7', 1)
    call('2001:db8:1:2::3', 0)
    call('2001:db8:1:ffff::3', 0)
    clock.now += 86_400_000
    call('192.0.2.1', 0)
    await accounts.flushFigures()
    const line = { accountId: account.id, route: '/api/v1/search/all' }
    expect(await accounts.readUsage(2, 'u@x')).toEqual([
      { ...line, email: 'u@x', day: '2026-01-16', calls: 1, rows: 0, coins: 1 },
      { ...line, email: 'u@x', day: '2026-01-15', calls: 5, rows: 16, coins: 5 },
    ])
    expect(await accounts.readUsage(1)).toHaveLength(1)
    expect(await accounts.readNetworks(2)).toEqual([
      { accountId: account.id, email: 'u@x', day: '2026-01-15', networks: 3 },
      { accountId: account.id, email: 'u@x', day: '2026-01-16', networks: 1 },
    ])
  })

  it('figures that the database did not take are written later', async () => {
    const { accounts, state } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const write = vi.spyOn(state, 'write').mockRejectedValueOnce(new Error('the database is away'))
    accounts.countCall({ accountId: account.id, route: '/r', rows: 2, address: '192.0.2.1' })
    await expect(accounts.flushFigures()).rejects.toThrow('away')
    accounts.countCall({ accountId: account.id, route: '/r', rows: 3 })
    await accounts.flushFigures()
    write.mockRestore()
    expect(await accounts.readUsage(1)).toMatchObject([{ calls: 2, rows: 5 }])
    expect(await accounts.readNetworks(1)).toMatchObject([{ networks: 1 }])
  })

  it('at most 256 networks of a key and day are counted separately', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    for (let net = 0; net < 400; net++)
      accounts.countCall({ accountId: account.id, route: '/r', address: `10.${net >> 8}.${net & 255}.1` })
    await accounts.flushFigures()
    expect(await accounts.readNetworks(1)).toMatchObject([{ networks: 256 }])
  })
})
