// What the page says and does where searches cost coins.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'

const SEARCH = '**/web/api/search'

describe.skipIf(chromiumPath === undefined)(`searches that cost coins (${NO_BROWSER})`, () => {
  let open: OpenPage
  beforeAll(async () => {
    open = await openPage()
  })
  afterAll(() => open?.close())

  const ask = async (query: string) => {
    const encoded = encodeURIComponent(Buffer.from(query).toString('base64'))
    await open.page.goto(`${open.url}/result?qbase64=${encoded}`)
    await open.page.locator('.cm-content').waitFor()
  }

  it('reloads a paid search without paying again, and pays when it is asked again', async () => {
    const { page } = open
    let paid = 0
    await page.route(SEARCH, async (route) => {
      paid++
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), cost: 1 } })
    })
    const cost = () => page.locator('.count').getByText('1 coin', { exact: true }).waitFor()
    await ask('port="443"')
    await cost()
    await page.reload()
    await cost()
    expect(paid).toBe(1)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect.poll(() => paid).toBe(2)
    await ask('port="80"')
    await cost()
    expect(paid).toBe(3)
    await page.unroute(SEARCH)
  })

  it('says without coins what a search costs, what the account has, and whom to ask', async () => {
    const { page, faults } = open
    const json = { error: true, errmsg: 'The service coin is not enough!' }
    await page.route(SEARCH, (route) => route.fulfill({ status: 402, json }))
    await ask('port="22"')
    const notice = page.getByRole('alert')
    await notice.getByText(/A search costs \d+ coins?; you have \d+\./).waitFor()
    expect(await notice.textContent()).toContain('Ask an administrator of this server for more.')
    await looksRight(page, 'out-of-coins')
    await page.unroute(SEARCH)
    expect(faults).toEqual([])
  })
})
