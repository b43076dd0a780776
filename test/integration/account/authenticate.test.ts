import { expect, it, vi } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

const WRONG = '401 Unauthorized, make sure 1.email is correct 2.apikey is correct.'
const UNKNOWN = '0123456789abcdef0123456789abcdef'

describeAccounts('credentials of API calls', (open, place) => {
  it('need e-mail and key in the documented dialect, and the key alone in the live one', async () => {
    const { accounts } = await open()
    const documented = await accounts.createAccount(OPERATOR, { email: 'D@x' })
    const live = await accounts.createAccount(OPERATOR, { email: 'l@x', dialect: 'live' })
    const outcome = async (email: string | undefined, key: string | undefined) => {
      const call = accounts.authenticate({ email, key, address: '192.0.2.1' })
      return call.then(
        ({ email }) => email,
        ({ message }) => message,
      )
    }
    const cases = [
      ['D@x', documented.key, 'D@x'],
      ['d@X', documented.key, 'D@x'],
      ['l@x', documented.key, WRONG],
      [undefined, documented.key, WRONG],
      ['', documented.key, WRONG],
      ['D@x', documented.key.toUpperCase(), WRONG],
      ['D@x', `${documented.key} `, WRONG],
      ['D@x', UNKNOWN, WRONG],
      ['D@x', live.key, 'l@x'],
      ['D@x', undefined, WRONG],
      ['D@x', '', WRONG],
      ['D@x', 'x'.repeat(1_000_000), WRONG],
      ['x'.repeat(1_000_000), documented.key, WRONG],
      [undefined, live.key, 'l@x'],
      ['anything', live.key, 'l@x'],
    ] as const
    for (const [email, key, expected] of cases) expect(await outcome(email, key)).toBe(expected)
  })

  it('stop working at once when the key is rotated or the account disabled, and work again when it is enabled', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, { email: 'u@x' }).then(({ key }) => key)
    const old = await accounts.revealKey('u@x')
    const call = (key: string) => accounts.authenticate({ email: 'u@x', key, address: undefined })
    await call(old)
    const { key } = await accounts.rotateKey(OPERATOR, 'u@x')
    expect(await failureOf(call(old))).toMatchObject({ code: 'unauthorized' })
    expect(await call(key)).toMatchObject({ email: 'u@x' })
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })
    expect(await failureOf(call(key))).toMatchObject({ code: 'unauthorized' })
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: false })
    expect(await call(key)).toMatchObject({ email: 'u@x' })
  })

  it('follow within a second what another process changed, and are asked of the database once a second only', async () => {
    const where = await place()
    const [one, two] = [await open({}, where), await open({}, where)]
    const { key } = await one.accounts.createAccount(OPERATOR, { email: 'u@x' })
    const call = () => two.accounts.authenticate({ email: 'u@x', key, address: undefined })
    const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    await call()
    const reads = vi.spyOn(two.state.db, 'selectFrom')
    await one.accounts.changeAccount(OPERATOR, 'u@x', { level: 'member' })
    for (let times = 0; times < 100; times++) expect(await call()).toMatchObject({ level: 'free' })
    expect(reads).not.toHaveBeenCalled()
    clock.mockReturnValue(11_001)
    expect(await call()).toMatchObject({ level: 'member' })
    await one.accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })
    clock.mockReturnValue(12_002)
    expect(await failureOf(call())).toMatchObject({ code: 'unauthorized' })
    clock.mockRestore()
  })

  it('are slowed when wrong, longer and longer per address, while right ones never wait', async () => {
    const { accounts, waits, clock } = await open()
    const { key } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const wrong = (address: string) =>
      failureOf(accounts.authenticate({ email: 'u@x', key: UNKNOWN, address }))
    for (let times = 0; times < 110; times++) await wrong('192.0.2.1')
    expect(waits).toHaveLength(10)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    expect(waits.at(-1)).toBe(1000)
    waits.length = 0
    await accounts.authenticate({ email: 'u@x', key, address: '192.0.2.1' })
    await wrong('192.0.2.2')
    expect(waits).toEqual([])
    clock.now += 3_600_000
    await wrong('192.0.2.1')
    expect(waits).toEqual([])
  })
})
