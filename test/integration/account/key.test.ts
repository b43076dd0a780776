import { expect, it } from 'vitest'
import { OPERATOR, SCOPES } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

const DAY = 86_400_000
const WRONG = { code: 'unauthorized' }

describeAccounts('the keys of an account', (open) => {
  it('are two from the start, one for each dialect, which can be shown again', async () => {
    const { accounts } = await open()
    const { key, other } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const call = (email: string | undefined, used: string) =>
      accounts.authenticate({ email, key: used, address: undefined })
    expect(await call('u@x', key)).toMatchObject({ email: 'u@x', dialect: 'documented' })
    expect(await failureOf(call(undefined, key))).toMatchObject(WRONG)
    expect(await call(undefined, other.key)).toMatchObject({ email: 'u@x', dialect: 'live' })
    expect(await accounts.revealKeys('u@x')).toEqual([
      { name: 'first', dialect: 'documented', key },
      { name: 'live', dialect: 'live', key: other.key },
    ])
    expect(await accounts.listKeys('u@x')).toMatchObject([
      { id: 0, name: 'first', start: key.slice(0, 6), scopes: SCOPES },
      { name: 'live', start: other.key.slice(0, 6), scopes: ['search', 'export', 'tag'] },
    ])
  })

  it('have scopes, a rate, networks and an end, and count as one caller', async () => {
    const { accounts, clock } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const bounds = {
      networks: ['192.0.2.0/24', '2001:db8::1'],
      expiresAt: clock.now + DAY,
      scopes: ['tag', 'search'] as const,
      rate: 5,
    }
    const { key, named } = await accounts.createKey(OPERATOR, 'u@x', { name: 'scanner', ...bounds })
    const call = (address: string) => accounts.authenticate({ email: 'u@x', key, address })
    expect(await call('192.0.2.9')).toMatchObject({
      id: account.id,
      key: { id: named.id, name: 'scanner', scopes: ['search', 'tag'], rate: 5 },
    })
    await call('2001:db8::1')
    for (const address of ['192.0.3.1', '2001:db8::2', 'nowhere', ''])
      expect(await failureOf(call(address))).toMatchObject(WRONG)
    clock.now += DAY
    expect(await failureOf(call('192.0.2.9'))).toMatchObject(WRONG)
    const trail = await accounts.readTrail('operator', { account: 'u@x', action: 'key.fail' })
    expect(trail.map(({ detail }) => JSON.parse(detail))).toEqual([
      { key: 'scanner', reason: 'expired' },
      ...Array.from({ length: 4 }, () => ({ key: 'scanner', reason: 'network' })),
    ])
  })

  it('show when and from where they were used last', async () => {
    const { accounts, clock } = await open()
    const { key } = await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const created = await accounts.createKey(OPERATOR, 'u@x', { name: 'mine' })
    const call = (used: string, address: string) =>
      accounts.authenticate({ email: 'u@x', key: used, address })
    await call(key, '192.0.2.1')
    await call(created.key, '192.0.2.2')
    const usedAt = clock.now
    clock.now += 30_000
    await call(created.key, '192.0.2.3')
    const uses = async () => (await accounts.listKeys('u@x')).map(({ name, lastUse }) => [name, lastUse])
    expect(await uses()).toEqual([
      ['first', { time: usedAt, address: '192.0.2.1' }],
      ['live', undefined],
      ['mine', { time: usedAt, address: '192.0.2.2' }],
    ])
    clock.now += 60_000
    await call(created.key, '192.0.2.3')
    expect((await uses()).at(-1)).toEqual(['mine', { time: clock.now, address: '192.0.2.3' }])
  })

  it('leave no last use behind when they are revoked, also when it was not written yet', async () => {
    const { accounts, state } = await open()
    await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const { key, named } = await accounts.createKey(OPERATOR, 'u@x', { name: 'mine' })
    await accounts.authenticate({ email: 'u@x', key, address: '192.0.2.2' })
    await accounts.revokeKey(OPERATOR, 'u@x', named.id)
    await accounts.flushFigures()
    expect(await state.db.selectFrom('key_use').selectAll().execute()).toEqual([])
  })

  it('stop working at once when they are rotated, revoked, or their account is disabled', async () => {
    const { accounts } = await open()
    await accounts.createAccount(OPERATOR, { email: 'u@x' })
    const { key, named } = await accounts.createKey(OPERATOR, 'u@x', { name: 'mine', dialect: 'live' })
    const call = (used: string) => accounts.authenticate({ email: undefined, key: used, address: undefined })
    await call(key)
    const next = await accounts.rotateNamedKey(OPERATOR, 'u@x', named.id)
    expect(await failureOf(call(key))).toMatchObject(WRONG)
    expect(await call(next)).toMatchObject({ email: 'u@x' })
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: true })
    expect(await failureOf(call(next))).toMatchObject(WRONG)
    await accounts.changeAccount(OPERATOR, 'u@x', { disabled: false })
    await accounts.revokeKey(OPERATOR, 'u@x', named.id)
    expect(await failureOf(call(next))).toMatchObject(WRONG)
    const actions = (await accounts.readTrail('operator', { account: 'u@x' })).map(({ action }) => action)
    expect(actions.filter((action) => action.startsWith('key.') && action !== 'key.fail')).toEqual([
      'key.revoke',
      'key.rotate',
      'key.create',
    ])
  })

  it('are refused with the reason where their values cannot be taken', async () => {
    const { accounts, clock } = await open()
    await accounts.createAccount(OPERATOR, { email: 'u@x' })
    await accounts.createAccount(OPERATOR, { email: 'other@x' })
    const { named } = await accounts.createKey(OPERATOR, 'u@x', { name: 'mine' })
    const create = (input: object) => accounts.createKey(OPERATOR, 'u@x', { name: 'a', ...input })
    const cases = [
      [() => create({ name: 'mine' }), 'a key named `mine` already'],
      [() => create({ name: 'first' }), 'the account’s first key'],
      [() => create({ name: ' ' }), 'printable characters'],
      [() => create({ name: 'a\u202eb' }), 'printable characters'],
      [() => create({ networks: ['192.0.2.0/33'] }), '`192.0.2.0/33` must be an address or a network'],
      [() => create({ expiresAt: clock.now }), 'in the future'],
      [() => create({ rate: -1 }), 'a whole number from 0'],
      [() => create({ scopes: [] }), 'at least one scope'],
      [() => accounts.revokeKey(OPERATOR, 'u@x', 0), 'rotate it instead'],
      [() => accounts.revokeKey(OPERATOR, 'other@x', named.id), `no key with number ${named.id}`],
      [() => accounts.rotateNamedKey(OPERATOR, 'other@x', named.id), `no key with number ${named.id}`],
    ] as const
    for (const [call, message] of cases) expect((await failureOf(call())).message).toContain(message)
    expect(await accounts.listKeys('u@x')).toHaveLength(3)
  })
})
