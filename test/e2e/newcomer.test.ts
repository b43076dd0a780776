// The first minutes of somebody who has just installed the program: from `npm start` to the own scan on the screen.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser, NO_BROWSER, watchFaults } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'
import { firstAccount, until } from '../support/serve.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MOST_MILLISECONDS = 120_000
const MOST_CLICKS = 12

const COUNT_CLICKS = `addEventListener('click', ({ isTrusted }) => {
  if (isTrusted) sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1))
}, { capture: true })`

const HOSTS = 5
const SCAN = `<?xml version="1.0"?>
<nmaprun scanner="nmap" start="1790000000">
${Array.from(
  { length: HOSTS },
  (
    _,
    index,
  ) => `<host endtime="1790000000"><status state="up"/><address addr="198.51.100.${index + 1}" addrtype="ipv4"/>
<ports><port protocol="tcp" portid="22"><state state="open"/><service name="ssh" product="OpenSSH"/></port></ports></host>`,
).join('\n')}
</nmaprun>
`
const scan = { name: 'first-scan.xml', mimeType: 'text/xml', buffer: Buffer.from(SCAN) }

const seen = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

describe.skipIf(chromiumPath === undefined)(`a newcomer (${NO_BROWSER})`, () => {
  let browser: Browser
  let page: Page
  let data: string
  const server = { output: '', stop: async () => {} }
  beforeAll(async () => {
    data = join(mkdtempSync(join(tmpdir(), 'periplus-newcomer-')), 'data')
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await server.stop()
    await browser?.close()
    rmSync(join(data, '..'), { recursive: true, force: true })
  })

  it('searches the own scan within two minutes and twelve clicks of `npm start`', async () => {
    const start = performance.now()
    const child = spawn('npm', ['start', '--', '--data', data, '--port', '0'], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    const { pid } = child
    const ended = new Promise((done) => child.once('close', done))
    server.stop = async () => {
      if (child.exitCode === null && pid !== undefined) process.kill(-pid, 'SIGTERM')
      await ended
    }
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        server.output += text
      })
    const url = await until(
      () => /listening on (http:\/\/\S+)/.exec(server.output)?.[1],
      () => server.output,
    )
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    page.setDefaultTimeout(20_000)
    await page.addInitScript(COUNT_CLICKS)
    const { link } = firstAccount(data)
    expect(link).toContain(url)
    await page.goto(link)
    await page.getByLabel('New password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByText('Choose files').click()
    await (await choosing).setFiles([scan])
    const row = page.getByRole('row').filter({ hasText: scan.name })
    await row.getByText('done').waitFor()
    await row.getByRole('link', { name: 'Show its records' }).click()
    await page
      .locator('.card')
      .nth(HOSTS - 1)
      .waitFor()
    const milliseconds = performance.now() - start
    const clicks = Number(await page.evaluate(`sessionStorage.getItem('clicks')`))
    console.log(`from npm start to the own scan: ${(milliseconds / 1000).toFixed(1)} s, ${clicks} clicks`)
    expect(await page.locator('.card').count()).toBe(HOSTS)
    expect(milliseconds).toBeLessThan(MOST_MILLISECONDS)
    expect(clicks).toBeGreaterThan(0)
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS)
  }, 180_000)

  it('sees on the start page what the latest imports changed', async () => {
    await page.goto(new URL('/', page.url()).href)
    const changes = page.locator('.recent-imports')
    await changes.getByRole('heading', { name: 'Recent changes' }).waitFor({ timeout: 60_000 })
    const row = changes.getByRole('listitem').filter({ hasText: scan.name })
    expect(await row.textContent()).toContain(`New ${HOSTS}`)
    expect(await row.getByRole('link', { name: scan.name }).getAttribute('href')).toContain('/result?')
  })

  it('sees how many records each example finds', async () => {
    await page.goto(new URL('/', page.url()).href)
    await page.locator('.example .number', { hasText: /\d/ }).first().waitFor({ timeout: 60_000 })
    const counts = await page.locator('.example .number').allTextContents()
    expect(counts.filter((text) => Number.parseInt(text, 10) > 0).length).toBeGreaterThan(5)
    await looksRight(page, 'start-examples')
  })

  it('sees the shares where the system chooses the colours, and prints no forms', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    await page.locator('.bars .bar').first().waitFor()
    expect(
      await page.evaluate(`getComputedStyle(document.querySelector('.bars .bar')).backgroundImage`),
    ).toContain('gradient')
    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    expect(await page.locator('.drop').first().isVisible()).toBe(false)
    expect(await page.getByText('Search by icon').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('.drop').first().isVisible()).toBe(true)
    expect(await page.getByText('Search by icon').isVisible()).toBe(true)
  })

  it('finds the demonstration among the imports and removes it, and nothing else', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Demonstration' })
    await row.getByRole('button', { name: 'Remove' }).waitFor({ timeout: 60_000 })
    await looksRight(page, 'import-demonstration')
    await page.getByRole('link', { name: 'All imports' }).click()
    await seen(page, 'Imports by any account or command')
    await row.getByRole('button', { name: 'Remove' }).click()
    await row.getByText(/demonstration records are removed, and nothing else/).waitFor()
    await looksRight(page, 'import-history-demonstration')
    await row.getByRole('button', { name: 'Remove it now' }).click()
    await row.waitFor({ state: 'detached' })
    await page
      .getByRole('row')
      .filter({ hasText: scan.name })
      .getByRole('link', { name: 'Show its records' })
      .click()
    await page
      .locator('.card')
      .nth(HOSTS - 1)
      .waitFor()
  })
})

describe.skipIf(chromiumPath === undefined)(`an empty store (${NO_BROWSER})`, () => {
  let open: OpenPage
  beforeAll(async () => {
    open = await openPage()
    // The first import loads the reader of files and the databases of places.
    open.page.setDefaultTimeout(30_000)
  })
  afterAll(() => open?.close())

  it('says so on the start page and takes the first scan there', async () => {
    const { page, faults } = open
    expect(watchFaults(page)).toEqual([])
    await page.getByRole('heading', { name: 'There are no records yet' }).waitFor()
    expect(await page.locator('.example').count()).toBe(0)
    await looksRight(page, 'start-empty')
    await page.getByLabel('Choose files').setInputFiles([scan])
    const row = page.getByRole('row').filter({ hasText: scan.name })
    await row.getByText('done').waitFor()
    await row.getByRole('link', { name: 'Show its records' }).click()
    await page
      .locator('.card')
      .nth(HOSTS - 1)
      .waitFor()
    expect(faults).toEqual([])
  })

  it('keeps records whose values cannot be read, and does not call their lines lost', async () => {
    const { page } = open
    const lines = [
      '{"host":"a.example.com","port":80,"status_code":"x"}',
      '{"host":"b.example.com","port":80}',
    ]
    const file = { name: 'partly.ndjson', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) }
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByLabel('Choose files').setInputFiles([file])
    const row = page.getByRole('row').filter({ hasText: file.name })
    await row.getByText('done').waitFor()
    expect(await row.getByRole('cell').allTextContents()).toMatchObject({ 5: '2', 8: '0' })
    await row.getByRole('link', { name: file.name }).click()
    await page.getByRole('heading', { name: 'Values left out' }).waitFor()
    await seen(page, 'record imported')
    expect(await page.getByText('Lines that could not be imported, with the reason.').count()).toBe(0)
    await looksRight(page, 'import-left-out')
    await page.getByRole('link', { name: 'Show its records' }).click()
    await page.locator('.card').nth(1).waitFor()
  })
})
