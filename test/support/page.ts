// The page in a browser for several tests: a separate server, a session user, and the checks of every page.
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults, launchBrowser, overflows, picture, watchFaults } from './browser.ts'
import { LONG } from './long.ts'
import { firstAccount, Processes } from './serve.ts'

const PASSWORD = 'correct horse battery'

/** A browser with a session of the first account. */
export interface OpenPage {
  readonly browser: Browser
  readonly page: Page
  readonly url: string
  readonly data: string
  /** Errors of the page. */
  readonly faults: readonly string[]
  /** Signs the account in again, from the page to sign in. */
  readonly signIn: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a server without demonstration records and signs its administrator in. */
export async function openPage(settings: Readonly<Record<string, string>> = {}): Promise<OpenPage> {
  const processes = new Processes()
  const data = processes.newData()
  const { url } = await processes.serve(data, [], { PERIPLUS_DEMO: 'false', ...settings })
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const faults = watchFaults(page)
  const first = firstAccount(data)
  const signIn = async () => {
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('E-mail').fill(first.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  }
  await page.goto(first.link)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  const close = async () => {
    await browser.close()
    await processes.clean()
  }
  return { browser, page, url, data, faults, signIn, close }
}

/** The appearances to check: the dark theme differs only in colours, which do not depend on the width. The long run looks at both anyway. */
const LOOKS = [
  { width: 1280, colorScheme: 'dark', rules: 'contrast' },
  { width: 1280, colorScheme: 'light', rules: 'all' },
  { width: 360, colorScheme: 'light', rules: LONG ? 'all' : 'all but contrast' },
] as const

/** Checks the current view, wide and narrow, light and dark: no overflow, and no faults found by axe. */
export async function looksRight(page: Page, name: string): Promise<void> {
  await picture(page, name)
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    expect([name, width, await overflows(page)]).toEqual([name, width, false])
    expect(await accessibilityFaults(page, rules)).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}
