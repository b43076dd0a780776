import { expect, it } from 'vitest'
import { LIST_LIMITS, OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'
import { passesBeside } from '../../support/turns.ts'

describeAccounts('stored lists', (open) => {
  it('belong to an account and are read again by its queries alone', async () => {
    const { accounts, clock } = await open()
    const { account: ann } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const { account: ben } = await accounts.createAccount(OPERATOR, { email: 'ben@x' })
    const text =
      '# office\r\n192.0.2.1, 198.51.100.0/24\n\nexample.com # ours\nAS64500\n192.0.2.1\n192.0.2.8-192.0.2.9'
    expect(await accounts.keepStoredList(ann, 'office', text)).toMatchObject({ name: 'office', elements: 5 })
    expect(await accounts.showStoredList(ann, 'office')).toBe(
      '192.0.2.1\n198.51.100.0/24\nexample.com\nAS64500\n192.0.2.8-192.0.2.9',
    )
    const asked = await accounts.readAccountQuery(ann.id, 'ip="@office"')
    expect(asked.root).toMatchObject({ kind: 'test', test: { op: 'any', tests: { length: 3 } } })
    expect(await failureOf(accounts.readAccountQuery(ben.id, 'ip="@office"'))).toMatchObject({
      code: 'syntax',
      message:
        '[820000] Query Syntax Incorrect: at column 4: the list `@office`, which this account does not have; expected the name of a stored list',
    })
    expect(await failureOf(accounts.readAccountQuery(ann.id, 'ip="@offcie"'))).toMatchObject({
      message: expect.stringContaining('did you mean `@office`?'),
    })
    clock.now += 1000
    await accounts.keepStoredList(ann, 'office', 'AS1\n2')
    const again = await accounts.readAccountQuery(ann.id, 'asn="@office"')
    expect(again.root).toMatchObject({ test: { tests: [{ value: 1 }, { value: 2 }] } })
    expect(await failureOf(accounts.readAccountQuery(ann.id, 'ip="@office"'))).toMatchObject({
      message: expect.stringContaining('contains nothing to compare with `ip`'),
    })
    await accounts.deleteStoredList(ann, 'office')
    expect(await accounts.listStoredLists(ann)).toEqual([])
    expect(await failureOf(accounts.deleteStoredList(ann, 'office'))).toMatchObject({ code: 'saved' })
  })

  it('refuse what is not a list, with the line', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const refused = async (name: string, text: string): Promise<unknown> =>
      (await failureOf(accounts.keepStoredList(account, name, text)))?.message
    expect(await refused('a', '')).toBe(
      '[-4] Params Error: the list is empty; it must hold at least one element',
    )
    expect(await refused('a', '192.0.2.1\n192.0.2.300\n')).toContain(
      'line 2 of the list: `192.0.2.300` must be',
    )
    expect(await refused('a', '192.0.2.9-192.0.2.1')).toContain('line 1 of the list')
    expect(await refused('a b', '192.0.2.1')).toContain('the name of a list')
    const million = Array.from({ length: 1_000_000 }, (_, index) => `AS${index}`).join('\n')
    expect(await refused('a', million)).toBe(
      `[-4] Params Error: line ${LIST_LIMITS.elements + 1}: the list has more than ${LIST_LIMITS.elements} elements, which is the most; a range counts as the CIDRs that it consists of`,
    )
    const ranges = Array.from(
      { length: 20_000 },
      (_, index) => `2001:db8::${index.toString(16)}:1-2001:db9::ffff:fffe`,
    )
    expect(await refused('a', ranges.join('\n'))).toContain('a range counts as the CIDRs')
    for (let index = 0; index < LIST_LIMITS.lists; index++)
      await accounts.keepStoredList(account, `l${index}`, '192.0.2.1')
    expect(await refused('one-more', '192.0.2.1')).toContain('which is the most; remove one first')
  })

  it('are as long together as an account and a query may have them', { timeout: 60_000 }, async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const numbers = Array.from({ length: LIST_LIMITS.elements }, (_, index) => `AS${index}`).join('\n')
    await accounts.keepStoredList(account, 'one', numbers)
    await accounts.keepStoredList(account, 'two', numbers)
    expect(await failureOf(accounts.keepStoredList(account, 'three', 'AS1'))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('1000001 elements together'),
    })
    // A list that is replaced makes room.
    await accounts.keepStoredList(account, 'two', 'AS1')
    await accounts.keepStoredList(account, 'three', 'AS1')
    const read = (text: string) => accounts.readAccountQuery(account.id, text)
    expect((await read('asn="@one, 7"')).root).toMatchObject({ kind: 'or', children: { length: 2 } })
    expect((await read('asn="@one" && asn!="@one"')).root).toMatchObject({ kind: 'constant', value: false })
    const often = Array.from({ length: 3 }, (_, index) => `(asn="@one" && port="${index}")`).join(' || ')
    expect(await failureOf(read(often))).toMatchObject({
      code: 'syntax',
      message: expect.stringContaining('have 1500000 elements'),
    })
  })

  it('let others run while long ones are stored and named', { timeout: 60_000 }, async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const list = Array.from(
      { length: 200_000 },
      (_, index) => `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    )
    expect(await passesBeside(accounts.keepStoredList(account, 'long', list.join('\n')))).toBeGreaterThan(10)
    expect(await passesBeside(accounts.readAccountQuery(account.id, 'ip="@long"'))).toBeGreaterThan(10)
  })
})
