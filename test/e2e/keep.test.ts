// Nothing typed is lost, in a real browser: by a reload, another language, another page, or a part that cannot be loaded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { type OpenPage, openPage } from '../support/page.ts'

const TEXT = 'title="half a que'

describe.skipIf(chromiumPath === undefined)(`what is typed (${NO_BROWSER})`, () => {
  let open: OpenPage
  const page = () => open.page
  const written = () => page().locator('.cm-content').textContent()
  const reload = () => page().getByText('the server has a newer page.')

  beforeAll(async () => {
    open = await openPage()
    await page().locator('.cm-content').waitFor()
    await page().getByLabel('Query', { exact: true }).fill(TEXT)
    await page().keyboard.press('Escape')
  })
  afterAll(() => open?.close())

  it('stays when the page changes its language', async () => {
    await page().getByLabel('Language', { exact: true }).selectOption('zh')
    await page().getByLabel('查询', { exact: true }).waitFor()
    expect(await written()).toBe(TEXT)
    await page().getByLabel('语言').selectOption('en')
    await page().getByLabel('Query', { exact: true }).waitFor()
    expect(await written()).toBe(TEXT)
  })

  it('stays on a reload and on a look at another page, until it is sent', async () => {
    await page().reload()
    await expect.poll(written).toBe(TEXT)
    await page().getByRole('link', { name: 'IP tagging' }).click()
    await page().getByRole('heading', { name: 'IP tagging' }).waitFor()
    await page().getByRole('link', { name: 'Search', exact: true }).click()
    await expect.poll(written).toBe(TEXT)
    await page().getByLabel('Query', { exact: true }).fill('title="sent"')
    await page().keyboard.press('Escape')
    await page().getByLabel('Query', { exact: true }).focus()
    await page().keyboard.press('Enter')
    await page().getByText('0 results').waitFor()
    await page().getByRole('link', { name: 'Search', exact: true }).click()
    await expect.poll(written).toBe('title="login" && country="DE"')
  })

  it('stays where a part of the page cannot be loaded, and the page says how to go on', async () => {
    await page().route(/SyntaxHelp.*\.js/, (route) => route.fulfill({ status: 404 }))
    await page().getByLabel('Query', { exact: true }).fill(TEXT)
    await page().keyboard.press('Escape')
    await page().getByRole('button', { name: 'Help with the language' }).click()
    await reload().waitFor()
    expect(await written()).toBe(TEXT)
    await page().unroute(/SyntaxHelp.*\.js/)
    await page().getByRole('button', { name: 'Reload' }).click()
    await reload().waitFor({ state: 'detached' })
    await expect.poll(written).toBe(TEXT)
    await page().route(/Tagging.*\.js/, (route) => route.fulfill({ status: 404 }))
    await page().getByRole('link', { name: 'IP tagging' }).click()
    await reload().waitFor()
    await page().unroute(/Tagging.*\.js/)
    await page().getByRole('button', { name: 'Reload' }).click()
    await page().getByRole('heading', { name: 'IP tagging' }).waitFor()
  })

  it('an address that leads nowhere has a way back', async () => {
    const answer = await page().goto(`${open.url}/nowhere/at/all`)
    expect(answer?.status()).toBe(404)
    await page().getByRole('heading', { name: 'There is no such page' }).waitFor()
    await page().getByRole('link', { name: 'Go to the search' }).click()
    await expect.poll(written).toBe(TEXT)
  })
})
