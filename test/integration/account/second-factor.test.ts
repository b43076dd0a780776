import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { codeAt } from '../../../src/service/account/credential/one-time-code.ts'
import { type AccountBench, describeAccounts, failureOf } from '../../support/accounts.ts'

const PASSWORD = 'correct horse battery'
const from = { email: 'u@x', password: PASSWORD, address: '192.0.2.1' }
const STEP = 30_000

/** An account with a second factor that was just switched on. */
async function withFactor({ accounts, clock }: AccountBench) {
  const { account } = await accounts.createAccount(OPERATOR, from)
  const { secret, uri } = await accounts.beginSecondFactor(account)
  const codes = await accounts.confirmSecondFactor(account, codeAt(secret, clock.now), undefined)
  return { account, secret, uri, codes }
}

describeAccounts('the second factor', (open) => {
  it('is asked for after the password, and each code works once', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    const { secret, uri } = await withFactor(bench)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Periplus:u%40x\?secret=[A-Z2-7]{32}&issuer=Periplus$/)
    const login = (code?: string) => accounts.login({ ...from, code })
    expect(await failureOf(login())).toMatchObject({
      code: 'factor',
      message: expect.stringContaining('missing'),
    })
    expect(await failureOf(login(codeAt(secret, clock.now))), 'the one that switched it on').toMatchObject({
      code: 'factor',
    })
    clock.now += STEP
    const code = codeAt(secret, clock.now)
    expect((await login(` ${code} `)).token).toHaveLength(43)
    expect(await failureOf(login(code))).toMatchObject({ code: 'factor' })
    clock.now += 2 * STEP
    expect((await login(codeAt(secret, clock.now - STEP))).token, 'a slow clock').toHaveLength(43)
    clock.now += 4 * STEP
    expect(await failureOf(login(codeAt(secret, clock.now - 2 * STEP)))).toMatchObject({ code: 'factor' })
    expect(await failureOf(accounts.login({ ...from, password: 'wrong', code }))).toMatchObject({
      code: 'login',
    })
  })

  it('is not asked for before its first code was right', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, from)
    await accounts.beginSecondFactor(account)
    expect(await failureOf(accounts.confirmSecondFactor(account, '12345', undefined))).toMatchObject({
      code: 'params',
    })
    expect(await accounts.secondFactorState(account)).toEqual({ enabled: false, recoveryCodes: 0 })
    expect((await accounts.login(from)).token).toHaveLength(43)
  })

  it('has ten recovery codes, each of which works once in any spelling', async () => {
    const bench = await open()
    const { accounts } = bench
    const { account, codes } = await withFactor(bench)
    expect(new Set(codes).size).toBe(10)
    const [first = '', second = ''] = codes
    await accounts.login({ ...from, code: first.toUpperCase().replaceAll('-', ' ') })
    expect(await failureOf(accounts.login({ ...from, code: first }))).toMatchObject({ code: 'factor' })
    await accounts.login({ ...from, code: second })
    expect(await accounts.secondFactorState(account)).toEqual({ enabled: true, recoveryCodes: 8 })
    const stored = JSON.stringify(await bench.state.db.selectFrom('recovery_code').selectAll().execute())
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  it('slows down who guesses, and leaves audit events', async () => {
    const bench = await open()
    const { accounts, waits } = bench
    await withFactor(bench)
    for (let times = 0; times < 20; times++)
      expect(await failureOf(accounts.login({ ...from, code: '000000' }))).toMatchObject({ code: 'factor' })
    expect(waits.at(-1)).toBeGreaterThanOrEqual(60_000)
    expect(await accounts.readTrail('operator', { action: 'factor.fail' })).toHaveLength(20)
  })

  it('is switched off by its owner and by the operator, and can be switched on anew', async () => {
    const bench = await open()
    const { accounts } = bench
    const { account, codes } = await withFactor(bench)
    expect(await failureOf(accounts.beginSecondFactor(account))).toMatchObject({ code: 'conflict' })
    for (const code of [undefined, '', '000000'])
      expect(await failureOf(accounts.proveSecondFactor(account, code, undefined))).toMatchObject({
        code: 'factor',
      })
    await accounts.proveSecondFactor(account, codes[0], undefined)
    expect(await accounts.removeSecondFactor(OPERATOR, 'u@x')).toBe(true)
    expect(await accounts.removeSecondFactor(OPERATOR, 'u@x')).toBe(false)
    expect((await accounts.login(from)).token).toHaveLength(43)
    expect(await accounts.secondFactorState(account)).toEqual({ enabled: false, recoveryCodes: 0 })
    await accounts.beginSecondFactor(account)
    const actions = (await accounts.readTrail('operator')).map(({ action }) => action)
    const ofFactor = actions.filter((action) => action.startsWith('factor.'))
    expect(ofFactor).toEqual(['factor.off', 'factor.fail', 'factor.on'])
  })
})
