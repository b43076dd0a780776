// The moving picture of the README, from the real page with the demonstration: `node scripts/moving-picture.ts` writes
// `docs/images/tour.webp`. Needs Chromium and img2webp (Debian: apt-get install chromium webp).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { openPage } from '../test/support/page.ts'

const OUT = resolve(import.meta.dirname, '../docs/images/tour.webp')
const SIZE = { width: 1100, height: 690 }
const frames = mkdtempSync(join(tmpdir(), 'periplus-frames-'))
/** Arguments of img2webp: every frame behind its milliseconds. */
const shown: string[] = []
let total = 0

async function frame(page: Page, milliseconds: number): Promise<void> {
  const path = join(frames, `${shown.length}.png`)
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  shown.push('-d', String(milliseconds), path)
  total += milliseconds
}

/** Types a query, as somebody does, and starts the search. */
async function search(page: Page, query: string): Promise<void> {
  const line = page.getByLabel('Query', { exact: true })
  await line.fill('')
  for (let end = 3; end < query.length + 3; end += 3) {
    await line.pressSequentially(query.slice(end - 3, end))
    await page.keyboard.press('Escape')
    await frame(page, 130)
    await line.focus()
  }
  // The closing quote may be there already.
  await line.fill(query)
  await page.keyboard.press('Escape')
  await line.focus()
  await page.keyboard.press('Enter')
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Results' }).waitFor()
  while ((await page.locator('.stale').count()) > 0) await page.waitForTimeout(100)
  await page.waitForTimeout(1500)
}

/** Waits for the demonstration: its last record is the trap on port 27017. */
async function loaded(page: Page, url: string): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    await page.goto(`${url}/result?qbase64=${btoa('is_honeypot="true" && port="27017"')}`)
    const found = page.getByText('1 result', { exact: true }).waitFor({ timeout: 1000 })
    if (
      await found.then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error('the demonstration was not loaded within a minute')
}

async function tour(page: Page, url: string): Promise<void> {
  await loaded(page, url)
  await page.goto(url)
  await page.locator('.cm-content').waitFor()
  await page.waitForTimeout(1500)
  await frame(page, 1500)
  await search(page, 'title="login"')
  await settled(page)
  await frame(page, 2000)
  const facets = page.getByRole('complementary', { name: 'Narrow down' })
  await facets.getByRole('button', { name: 'Search for this: United Kingdom' }).click()
  await settled(page)
  await frame(page, 2000)
  await search(page, 'title="files are encrypted"')
  await settled(page)
  await frame(page, 2000)
  await page.goto(`${url}/hosts/198.18.5.190`)
  await page.waitForTimeout(2000)
  await frame(page, 2200)
  await tag(page)
}

async function tag(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'IP tagging' }).click()
  const list = '198.18.5.190\n198.18.9.190\n203.0.113.10\n8.8.8.8\n10.0.0.1\n198.18.47.190'
  await page.getByRole('textbox', { name: 'Addresses, one per line' }).fill(list)
  await frame(page, 1000)
  await page.getByRole('button', { name: /^Tag \d+ lines$/ }).click()
  await page.getByText('6 lines · ').waitFor()
  await page.waitForTimeout(1500)
  await frame(page, 2500)
}

const open = await openPage({ PERIPLUS_DEMO: 'true' })
try {
  await open.page.setViewportSize(SIZE)
  await tour(open.page, open.url)
  execFileSync('img2webp', ['-loop', '0', '-min_size', '-lossy', '-q', '70', '-m', '6', ...shown, '-o', OUT])
  console.log(`${OUT}: ${statSync(OUT).size} bytes, ${total / 1000} s, ${shown.length / 3} frames`)
} catch (error) {
  await open.page.screenshot({ path: join(tmpdir(), 'periplus-tour-failed.png') })
  throw error
} finally {
  await open.close()
  rmSync(frames, { recursive: true })
}
