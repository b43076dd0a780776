// A signed-in page of a running server, for measurements in a browser.
import type { Page } from 'playwright-core'
import { firstAccount } from '../../test/support/serve.ts'

const PASSWORD = 'a password for benchmarks'

/** Sets the password of an account by its one-time link, which signs in. */
export async function signInByLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

/** Signs the first account of a new data directory in. */
export async function signInFirst(page: Page, data: string): Promise<void> {
  await signInByLink(page, firstAccount(data).link)
}
