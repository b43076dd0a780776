// A real browser for tests of the page, and checks of what it shows.
import { accessSync, constants } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The path of Chromium on this machine, if it is installed and can be run. */
export const chromiumPath = PLACES.find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Why tests in a browser are skipped. */
export const NO_BROWSER = 'needs Chromium (Debian: apt-get install chromium)'

const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium without a window. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath !== undefined && { executablePath: chromiumPath }),
    args: FLAGS,
  })
}

/** Collects every error of a page: uncaught errors, refused scripts and styles. */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Minified React error/.test(message.text())) faults.push(message.text())
  })
  return faults
}

/** Resolves when the colours of another theme have faded in. */
const SETTLED = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Promise.all(
  document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    .map((one) => one.finished.catch(() => {}))))`

const LOOKS = 4
/** Milliseconds between two checks. */
const PAUSE = 500

/** What axe looks for: contrast takes most of its time. */
export type AxeRules = 'all' | 'contrast' | 'all but contrast'

/** The faults of WCAG 2.2 A and AA, with the sizes of targets, that axe finds in what a page shows now, one line each. */
export async function accessibilityFaults(page: Page, rules: AxeRules = 'all'): Promise<readonly string[]> {
  // On a busy machine colours follow a change of theme late, so faults are checked again.
  for (let look = 1; look < LOOKS; look++) {
    const faults = await faultsNow(page, rules)
    if (faults.length === 0) return faults
    await page.waitForTimeout(PAUSE)
  }
  return faultsNow(page, rules)
}

async function faultsNow(page: Page, rules: AxeRules): Promise<readonly string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  await page.evaluate(SETTLED)
  // Axe stays in a page until it is loaded again: reading it takes longer than most checks.
  const isLoaded = await page.evaluate<boolean>('"axe" in window')
  // Legacy mode works in the page itself: the default opens a further page for each check, which takes most of its time.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
  if (rules === 'contrast') axe.withRules('color-contrast')
  else axe.withTags(tags)
  if (rules === 'all but contrast') axe.disableRules('color-contrast')
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/** Whether the content is wider than the window. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
}

/** Saves a picture where the environment of the test run names a directory for them. */
export async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env['PERIPLUS_PICTURES']
  if (directory === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${directory}/${name}-${colorScheme}.png`, fullPage: false })
  }
}
