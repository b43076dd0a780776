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

  it('are seen by all others while they or their folder are shared and their owner is enabled', async () => {
    const { accounts } = await open()
    const { account: ann } = await accounts.createAccount(OPERATOR, { email: 'ann@x', username: 'Ann' })
    const { account: ben } = await accounts.createAccount(OPERATOR, { email: 'ben@x' })
    const save = (name: string, shared?: boolean) =>
      accounts.saveSearch(ann, { name, query: 'a', full: false, shared })
    const seen = async () => (await accounts.listSharedSearches(ben)).map(({ name }) => name).sort()
    const alone = await save('alone', true)
    const inside = await save('Team / one')
    await save('Teams/other')
    const { shared: _, ...shown } = alone
    expect(await accounts.listSharedSearches(ben)).toStrictEqual([{ ...shown, owner: 'Ann' }])
    await accounts.shareFolder(ann, { folder: 'Team', shared: true })
    expect(await save('Team/two', false)).toMatchObject({ folder: 'Team', shared: 'folder' })
    expect(await seen()).toEqual(['Team / one', 'Team/two', 'alone'])
    expect(await accounts.listSharedSearches(ann)).toEqual([])
    expect(await failureOf(accounts.shareSearch(ann, { id: inside.id, shared: false }))).toMatchObject({
      code: 'conflict',
      message: '[-4] Params Error: the folder `Team` is shared; stop sharing the folder',
    })
    await accounts.changeAccount(OPERATOR, 'ann@x', { disabled: true })
    expect(await seen()).toEqual([])
    await accounts.changeAccount(OPERATOR, 'ann@x', { disabled: false })
    await accounts.shareFolder(ann, { folder: 'Team', shared: false })
    expect(await seen()).toEqual(['alone'])
    expect(await save('alone')).toMatchObject({ shared: 'search' })
    expect(await accounts.shareSearch(ann, { id: alone.id, shared: false })).toMatchObject({ shared: 'no' })
    expect(await save('Team/three')).toMatchObject({ shared: 'no' })
    expect(await seen()).toEqual([])
  })

  it('are shared and removed by their owner alone', async () => {
    const { accounts } = await open()
    const { account: ann } = await accounts.createAccount(OPERATOR, { email: 'ann@x' })
    const { account: ben } = await accounts.createAccount(OPERATOR, { email: 'ben@x' })
    const { id } = await accounts.saveSearch(ann, { name: 'F/a', query: 'a', full: false, shared: true })
    for (const call of [
      () => accounts.shareSearch(ben, { id, shared: false }),
      () => accounts.shareFolder(ben, { folder: 'F', shared: true }),
      () => accounts.shareFolder(ann, { folder: ' ', shared: true }),
      () => accounts.deleteSavedSearch(ben, id),
    ])
      expect(await failureOf(call())).toMatchObject({ code: 'saved' })
    expect(await accounts.listSharedSearches(ben)).toMatchObject([{ id }])
    await accounts.deleteSavedSearch(ann, id)
    expect(await accounts.listSharedSearches(ben)).toEqual([])
  })
})
