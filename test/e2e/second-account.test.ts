// What an account of level free sees: what searches cost, and the saved searches that others share.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'
import { Processes } from '../support/serve.ts'

const EMAIL = 'free@example.com'
const PASSWORD = 'correct horse battery'
const HOUR_MS = 3_600_000

describe.skipIf(chromiumPath === undefined)(`a second account (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let open: OpenPage
  let page: Page
  beforeAll(async () => {
    open = await openPage()
    await load('first.ndjson', 3, Date.now() - 24 * HOUR_MS)
    await processes.outputOf([
      ...['account', 'create', '--email', EMAIL, '--level', 'free', '--coins', '2', '--data', open.data],
    ])
    const link = await processes.outputOf(['account', 'set-password', EMAIL, '--data', open.data])
    const context = await open.browser.newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(open.url + (/\/password#\S+/.exec(link)?.[0] ?? ''))
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  })
  afterAll(async () => {
    await open?.close()
    await processes.clean()
  })

  /** Imports so many records that were seen at a time. */
  async function load(name: string, count: number, time: number) {
    const file = join(open.data, name)
    const records = Array.from({ length: count }, (_, index) => ({
      ...{ host: `${name}-${index}.example.com`, ip: `192.0.2.${index + 1}`, port: '80', protocol: 'http' },
      lastupdatetime: new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    }))
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    await processes.outputOf(['import', file, '--data', open.data])
  }

  const ask = async (query: string) => {
    const encoded = encodeURIComponent(Buffer.from(query).toString('base64'))
    await page.goto(`${open.url}/result?qbase64=${encoded}`)
  }
  const balance = () =>
    page.evaluate<number>(
      `fetch('/web/api/account').then((answer) => answer.json()).then(({ coins }) => coins)`,
    )
  const paid = () => page.locator('.count').getByText('1 coin', { exact: true }).waitFor()

  it('sees the searches that another account shares, and how many of their records are new', async () => {
    const { page: owner } = open
    await owner.goto(`${open.url}/result?qbase64=${encodeURIComponent(btoa('port="80"'))}`)
    await owner.getByRole('button', { name: 'Save', exact: true }).click()
    await owner.getByLabel('Name').fill('Web servers')
    await owner.getByLabel(/Share with/).check()
    await owner.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await owner.getByRole('dialog').waitFor({ state: 'detached' })
    const shared = page.locator('.kept', { hasText: 'Web servers' })
    await page.goto(open.url)
    await shared.waitFor()
    expect(await shared.getByText('new since').count()).toBe(0)
    await load('second.ndjson', 5, Date.now() + HOUR_MS)
    await page.goto(open.url)
    await shared.getByRole('button', { name: /^5 new since / }).waitFor()
    await page.getByText('A search costs 1 coin; you have 2. Ask an administrator').waitFor()
    await looksRight(page, 'shared-search')
  })

  it('pays for a search once, also where its page is reloaded, and not for facets and hosts', async () => {
    expect(await balance()).toBe(2)
    await ask('port="80"')
    await paid()
    expect(await balance()).toBe(1)
    await page.reload()
    await paid()
    await page.locator('.facets h2, .facets h3').first().waitFor()
    await page.getByRole('link', { name: 'second.ndjson-0.example.com', exact: true }).first().click()
    await page.getByRole('heading', { name: 'second.ndjson-0.example.com' }).waitFor()
    expect(await balance()).toBe(1)
  })

  it('sees without coins what a search costs, what is left, and whom to ask', async () => {
    await ask('ip="192.0.2.1"')
    await paid()
    await ask('ip="192.0.2.2"')
    const notice = page.getByRole('alert')
    await notice.getByText(/A search costs 1 coin; you have 0\./).waitFor()
    expect(await notice.textContent()).toContain('Ask an administrator of this server for more.')
    expect(await balance()).toBe(0)
  })
})
