import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { codeAt } from '../../support/one-time-code.ts'
import { type AccountBench, describeAccounts, failureOf } from '../../support/accounts.ts'

const PASSWORD = 'correct horse battery'
const from = { email: 'u@x', password: PASSWORD, address: '192.0.2.1' }
const STEP = 30_000

/** An account with a second factor that was just switched on. */
async function withFactor({ accounts, clock }: AccountBench) {
  const { account } = await accounts.createAccount(OPERATOR, from)
  const { secret, uri } = await accounts.beginSecondFactor(account)
  const codes = await accounts.confirmSecondFactor(account, {
    code: codeAt(secret, clock.now),
  })
  return { account, secret, uri, codes }
}

describeAccounts('the second factor', (open, place) => {
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
    expect(await failureOf(accounts.confirmSecondFactor(account, { code: '12345' }))).toMatchObject({
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

  it('takes ten wrong codes; then only recovery codes, until a day has passed or a known browser signs in', async () => {
    const bench = await open()
    const { accounts, clock } = bench
    const { secret, codes } = await withFactor(bench)
    const { device } = await accounts.login({ ...from, code: codes[0] })
    const login = (code: string, known?: string) => accounts.login({ ...from, code, device: known })
    const right = () => {
      clock.now += STEP
      return codeAt(secret, clock.now)
    }
    const lock = async () => {
      for (let times = 0; times < 10; times++)
        expect(await failureOf(login('000000'))).toMatchObject({ message: expect.stringMatching(/is wrong/) })
      expect(await failureOf(login(right()))).toMatchObject({
        code: 'factor',
        message: expect.stringMatching(/is not accepted after 10 wrong ones: .* a recovery code/),
      })
    }
    await lock()
    expect((await login(codes[1] ?? '')).token).toHaveLength(43)
    expect((await login(right())).token, 'a recovery code opens it').toHaveLength(43)
    await lock()
    expect((await login(right(), device)).token, 'a known browser').toHaveLength(43)
    expect((await login(right())).token).toHaveLength(43)
    await lock()
    clock.now += 86_400_000
    expect((await login(right())).token).toHaveLength(43)
    const events = await accounts.readTrail('operator', { action: 'factor.fail' })
    expect(events.map(({ detail }) => detail)).toContain('{"reason":"locked"}')
  })

  it('counts ten wrong codes of concurrent calls and of several processes together', async () => {
    const database = await place()
    const [here, there] = [await open({}, database), await open({}, database)]
    await withFactor(here)
    const guesses = [here, there].flatMap(({ accounts }) =>
      Array.from({ length: 9 }, () => failureOf(accounts.login({ ...from, code: '000000' }))),
    )
    const messages = (await Promise.all(guesses)).map(({ message }) => message)
    expect(messages.filter((message) => message.includes('is wrong'))).toHaveLength(10)
    expect(messages.filter((message) => message.includes('not accepted'))).toHaveLength(8)
  })

  it('ends the other sessions of its account when it is switched on', async () => {
    const { accounts, clock } = await open()
    const { account } = await accounts.createAccount(OPERATOR, from)
    const [here, elsewhere] = [await accounts.login(from), await accounts.login(from)]
    const { secret } = await accounts.beginSecondFactor(account)
    await accounts.confirmSecondFactor(account, { code: codeAt(secret, clock.now), token: here.token })
    expect(await accounts.findLogin(here.token)).toMatchObject({ account: { email: 'u@x' } })
    expect(await accounts.findLogin(elsewhere.token)).toBeUndefined()
    const [event] = await accounts.readTrail('operator', { action: 'factor.on' })
    expect(JSON.parse(event?.detail ?? '')).toEqual({ sessions_ended: 1 })
  })

  it('is switched off by its owner and by the operator, and can be switched on anew', async () => {
    const bench = await open()
    const { accounts } = bench
    const { account, codes } = await withFactor(bench)
    expect(await failureOf(accounts.beginSecondFactor(account))).toMatchObject({ code: 'conflict' })
    for (const code of [undefined, '', '000000'])
      expect(await failureOf(accounts.proveSecondFactor(account, { code, browser: 'known' }))).toMatchObject({
        code: 'factor',
      })
    await accounts.proveSecondFactor(account, { code: codes[0], browser: 'known' })
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
