// The search in a real browser: writing, refining, paging, both views, mistakes, and records that mean harm.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser, NO_BROWSER, watchFaults } from '../support/browser.ts'
import { looksRight as looks } from '../support/page.ts'
import { firstAccount, Processes } from '../support/serve.ts'

const PASSWORD = 'correct horse battery'
const EVIL = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>\u202egnp.exe'

const ordinary = Array.from({ length: 30 }, (_, index) => ({
  host: `www${index}.example.com`,
  ip: `198.51.100.${index + 1}`,
  port: index % 2 === 0 ? '80' : '8080',
  protocol: 'http',
  title: `Login ${index}`,
  server: index % 3 === 0 ? 'nginx' : 'Apache',
  country: index % 2 === 0 ? 'DE' : 'FR',
  header: 'HTTP/1.1 200 OK\r\nServer: nginx',
}))
const hostile = {
  host: 'evil.example.com',
  ip: '192.0.2.99',
  port: '80',
  protocol: 'http',
  title: EVIL,
  server: EVIL,
  link: 'javascript:window.hurt=1',
  header: `HTTP/1.1 200 OK\r\nX: ${EVIL}`,
}

describe.skipIf(chromiumPath === undefined)(`the search page (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let browser: Browser
  let page: Page
  let faults: readonly string[]

  beforeAll(async () => {
    const data = processes.newData()
    await processes.serve(data, [], { PERIPLUS_DEMO: 'false' })
    const lastupdatetime = new Date().toISOString().slice(0, 19).replace('T', ' ')
    const file = join(data, 'records.ndjson')
    writeFileSync(
      file,
      [...ordinary, hostile].map((record) => `${JSON.stringify({ ...record, lastupdatetime })}\n`).join(''),
    )
    const loading = processes.run(['import', file, '--data', data])
    expect(await loading.ended, loading.output()).toBe(0)
    browser = await launchBrowser()
    const window = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await window.newPage()
    page.setDefaultTimeout(30_000)
    faults = watchFaults(page)
    await page.goto(firstAccount(data).link)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByLabel('Query', { exact: true }).waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await processes.clean()
  })

  const ask = async (query: string) => {
    // The plain line gives way to the coloured one.
    await page.locator('.cm-content').waitFor()
    // Emptied first: the browser gives text that replaces coloured text the same colour for a while.
    await page.getByLabel('Query', { exact: true }).fill('')
    await page.locator('.cm-placeholder').waitFor()
    await page.getByLabel('Query', { exact: true }).fill(query)
    // Escape closes a list, or leaves the line.
    await page.keyboard.press('Escape')
    await page.getByLabel('Query', { exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const written = () => page.locator('.cm-content').textContent()
  const looksRight = async (name: string) => {
    await expect.poll(() => page.locator('.stale').count()).toBe(0)
    await looks(page, name)
  }

  it('begins with examples', async () => {
    await page.getByText('port="22" && banner="OpenSSH"').waitFor()
    await page.getByText(/^newest \d{4}-\d\d-\d\d$/).waitFor()
    await looksRight('search')
  })

  it('completes the name of a field', async () => {
    await page.getByLabel('Query', { exact: true }).pressSequentially('titl')
    await page
      .getByRole('option', { name: /^title/ })
      .first()
      .waitFor()
    // A list that has only just opened takes no key yet, lest it catch what was meant for the line.
    await page.waitForTimeout(200)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(written).toBe('title=')
  })

  it('answers, and keeps the query in the address', async () => {
    await ask('title="login"')
    await page.getByText('30 results').waitFor()
    expect(new URL(page.url()).searchParams.get('qbase64')).toBe(btoa('title="login"'))
    expect(await page.getByRole('list', { name: 'Results' }).locator('> li').count()).toBe(20)
    await looksRight('results')
  })

  it('shows the chosen theme whatever the system prefers', async () => {
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByLabel('Theme').selectOption('dark')
    await expect.poll(ground).toBe('rgb(17, 22, 27)')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByLabel('Theme').selectOption('light')
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    await page.getByLabel('Theme').selectOption('system')
    await expect.poll(ground).toBe('rgb(17, 22, 27)')
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('prints the query and its records on white, without controls, whatever theme was chosen', async () => {
    await page.getByLabel('Theme').selectOption('dark')
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await expect.poll(ground).toBe('rgb(17, 22, 27)')
    await page.emulateMedia({ media: 'print' })
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    expect(await page.locator('.cm-content').isVisible()).toBe(true)
    expect(await page.getByText('30 results').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Search', exact: true }).isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'Next' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.getByLabel('Theme').selectOption('system')
  })

  it('goes to the next page and back with the browser', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Page 2 of 2').waitFor()
    await page.goBack()
    await page.getByText('Page 1 of 2').waitFor()
  })

  it('shows the same as a table', async () => {
    await page.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('columnheader', { name: 'Network' }).waitFor()
    await looksRight('table')
    await page.setViewportSize({ width: 360, height: 800 })
    const isCut = `[...document.querySelectorAll('.results td.ip .value-text')].map((one) => one.scrollWidth > one.clientWidth)`
    expect(new Set(await page.evaluate<readonly boolean[]>(isCut))).toEqual(new Set([false]))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'Cards' }).click()
  })

  it('adds a value to the query, and excludes one', async () => {
    await page
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: '8080', exact: true })
      .first()
      .click()
    await page.getByText('15 results').waitFor()
    expect(await written()).toBe('title="login" && port="8080"')
    await page
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: 'Apache', exact: true })
      .first()
      .hover()
    await page.getByRole('button', { name: 'Exclude this: Apache', exact: true }).first().click()
    await page.getByText('5 results', { exact: true }).waitFor()
    expect(await written()).toBe('title="login" && port="8080" && server!=="Apache"')
  })

  it('opens what a service said', async () => {
    await page.getByRole('button', { name: 'Header' }).first().click()
    await page.getByText('HTTP/1.1 200 OK').first().waitFor()
  })

  it('says what is wrong with a query in place, and keeps what was typed', async () => {
    await ask('titel="login"')
    await page.getByText('did you mean').waitFor()
    expect(await page.locator('.q-wrong').textContent()).toContain('titel')
    expect(await written()).toBe('titel="login"')
    await looksRight('mistake')
  })

  it('says that nothing matches', async () => {
    await ask('port="1"')
    await page.getByText('No record of the last year matches.').waitFor()
  })

  it('shows hostile records as text', async () => {
    await ask('host="evil.example.com"')
    await page.getByText('1 result', { exact: true }).waitFor()
    await page.getByText('<script>window.hurt=1</script>').first().waitFor()
    await page.getByText('\\u{202e}').first().waitFor()
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    await looksRight('hostile')
  })

  it('says that the session has ended, and comes back to the search after signing in', async () => {
    await page.context().clearCookies()
    await ask('port="80"')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill('admin@localhost')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('16 results').waitFor()
    expect(await written()).toBe('port="80"')
  })

  it('no script failed and none was refused', () => {
    expect(faults).toEqual([])
  })
})
