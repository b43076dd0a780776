import { expect, it } from 'vitest'
import { OPERATOR } from '../../../src/service/account/index.ts'
import { describeAccounts, failureOf } from '../../support/accounts.ts'

describeAccounts('saved searches', (open) => {
  it('belong to an account, the latest first, one per name', async () => {
    const { accounts, clock } = await open()
    const { account: ann } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const { account: ben } = await accounts.createAccount(OPERATOR, { email: 'ben@x' })
    for (const name of ['one', 'two', 'one']) {
      clock.now += 1000
      await accounts.saveSearch(ann, { name, query: `title="${name}"`, full: name === 'two' })
    }
    await accounts.saveSearch(ben, { name: 'one', query: 'a', full: false })
    const searches = await accounts.listSavedSearches(ann)
    expect(searches.map(({ name, full, saved_at }) => ({ name, full, saved_at }))).toEqual([
      { name: 'one', full: false, saved_at: '2026-01-15 12:00:03' },
      { name: 'two', full: true, saved_at: '2026-01-15 12:00:02' },
    ])
  })

  it('are at most 200, and then only replaced or removed', async () => {
    const { accounts } = await open()
    const { account } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const save = (name: string) => accounts.saveSearch(account, { name, query: 'a', full: false })
    for (let index = 0; index < 200; index++) await save(`name ${index}`)
    expect(await failureOf(save('one more'))).toMatchObject({
      code: 'conflict',
      message: '[-4] Params Error: 200 searches are saved, which is the most; remove one first',
    })
    const replaced = await save('name 7')
    await accounts.deleteSavedSearch(account, replaced.id)
    expect(await save('one more')).toMatchObject({ name: 'one more' })
    expect(await failureOf(accounts.deleteSavedSearch(account, replaced.id))).toMatchObject({
      code: 'saved',
    })
  })
})
