// What every route of the page must not do: log to the console, move after it is drawn, overflow, or fail the rules of WCAG 2.2 AA.
//   npm run build, then node bench/routes.ts [--pictures DIRECTORY] [--only PART_OF_A_ROUTE]
// Runs a server of its own with the demonstration, and Chromium without a window: each route in both languages, at 1280, 360 and 3840 px,
// in both themes, in forced colours and on paper. Prints a line for each and ends with 1 when something was found.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { accessibilityFaults, launchBrowser, overflows } from '../test/support/browser.ts'
import { Processes, until } from '../test/support/serve.ts'
import { signInFirst } from './support/page-session.ts'

const { values } = parseArgs({ options: { pictures: { type: 'string' }, only: { type: 'string' } } })

const search = (query: string, more = '') =>
  `/result?qbase64=${encodeURIComponent(Buffer.from(query).toString('base64'))}${more}`

const ROUTES: Readonly<Record<string, string>> = {
  start: '/',
  search: search('port="443"', '&full=true'),
  table: search('port="443"', '&full=true&view=table'),
  statistics: search('port="443"', '&full=true&view=statistics'),
  nothing: search('title="no such title"', '&full=true'),
  mistake: search('titel="x"'),
  host: '/hosts/192.0.2.10',
  name: '/hosts/halyard-bank.example',
  'host without records': '/hosts/8.8.8.8',
  tagging: '/tagging',
  account: '/account',
  language: '/help',
  tags: '/help/tags',
  sources: '/help/sources',
  api: '/docs',
  import: '/import',
  'all imports': '/import/history',
  feeds: '/import/feeds',
  accounts: '/administration',
  invitations: '/administration/invitations',
  settings: '/administration/settings',
  health: '/administration/health',
  audit: '/administration/audit',
  usage: '/administration/usage',
  exclusions: '/administration/exclusions',
  retention: '/administration/retention',
  missing: '/no-such-page',
}

/** The largest layout shift that counts as none (https://web.dev/articles/cls). */
const MOST_SHIFT = 0.01

/** Adds the layout shifts of a page, from its first moment on. */
const WATCH_SHIFTS = `window.layoutShift = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value
}).observe({ type: 'layout-shift', buffered: true })`

/** What was found on a route in one language. */
interface Findings {
  readonly shift: number
  readonly messages: readonly string[]
  readonly faults: readonly string[]
  readonly wide: readonly number[]
}

/** Resolves when nothing is waited for any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await until(
    async () => ((await page.locator('.stale, .bone, .late').count()) === 0 ? true : undefined),
    () => `${page.url()} is still waiting`,
    100,
  )
  await sleep(300)
}

async function visit(page: Page, url: string, name: string): Promise<Findings> {
  const messages: string[] = []
  const note = (text: string) => void messages.push(text)
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => {
    // A page that does not exist is answered with 404, which browsers log.
    if (message.location().url !== url) note(`${message.type()}: ${message.text()}`)
  })
  await page.goto(url)
  await settled(page)
  const shift = Number(await page.evaluate('window.layoutShift'))
  const faults: string[] = []
  const wide: number[] = []
  for (const width of [1280, 360])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      if (await overflows(page)) wide.push(width)
      const found = await accessibilityFaults(page, colorScheme === 'light' ? 'all' : 'contrast')
      faults.push(...found.map((fault) => `${width} ${colorScheme} ${fault}`))
      if (values.pictures !== undefined)
        await page.screenshot({ path: `${values.pictures}/${name}-${width}-${colorScheme}.png` })
    }
  wide.push(...(await lookElsewhere(page, name)))
  if (!(await isWhitePaper(page, name))) faults.push('paper: the ground is not white')
  return { shift, messages, faults, wide }
}

/** On a screen of 3840 px and in forced colours: the widths at which the page overflows. */
async function lookElsewhere(page: Page, name: string): Promise<readonly number[]> {
  const wide: number[] = []
  const looks = [
    ['4k', { width: 3840, height: 2160 }, 'none'],
    ['forced', { width: 1280, height: 900 }, 'active'],
  ] as const
  for (const [look, size, forcedColors] of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: 'light', forcedColors })
    if (await overflows(page)) wide.push(size.width)
    if (values.pictures !== undefined)
      await page.screenshot({ path: `${values.pictures}/${name}-${look}.png` })
  }
  await page.emulateMedia({ forcedColors: 'none' })
  return wide
}

/** Whether the dark theme prints on white, at the width of a sheet. */
async function isWhitePaper(page: Page, name: string): Promise<boolean> {
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  if (values.pictures !== undefined) await page.screenshot({ path: `${values.pictures}/${name}-print.png` })
  const grounds = await page.evaluate<readonly string[]>(
    `[document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor)`,
  )
  // The ground is drawn by the root alone.
  return grounds.join(' ') === 'rgb(255, 255, 255) rgba(0, 0, 0, 0)'
}

function printed({ shift, messages, faults, wide }: Findings): string {
  const found = [messages.length, faults.length, wide.length]
  return `${shift.toFixed(4)} | ${found.join(' | ')}`
}

const isClean = ({ shift, messages, faults, wide }: Findings): boolean =>
  shift < MOST_SHIFT && messages.length + faults.length + wide.length === 0

async function visitAll(context: BrowserContext, url: string): Promise<boolean> {
  let clean = true
  console.log(
    '| route | language | layout shift | console messages | axe | overflow |\n|---|---|---|---|---|---|',
  )
  for (const language of ['en', 'zh'])
    for (const [name, path] of Object.entries(ROUTES)) {
      if (values.only !== undefined && !name.includes(values.only)) continue
      const page = await context.newPage()
      await page.addInitScript(`localStorage.setItem('periplus.language', '${language}')\n${WATCH_SHIFTS}`)
      const found = await visit(page, url + path, `${name.replaceAll(' ', '-')}-${language}`)
      await page.close()
      console.log(`| ${name} | ${language} | ${printed(found)} |`)
      for (const line of [...found.messages, ...found.faults]) console.log(`  ${line.slice(0, 400)}`)
      clean &&= isClean(found)
    }
  return clean
}

/** Saves a search, so that the start page has something that comes late. */
const SAVE = `fetch('/web/api/session').then((answer) => answer.json()).then(({ csrf }) => fetch('/web/api/searches', {
  method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': csrf },
  body: JSON.stringify({ name: 'Customers/Web servers', query: 'port="443"' }),
})).then((answer) => answer.ok)`

const processes = new Processes()
const browser = await launchBrowser()
try {
  const data = processes.newData()
  const server = await processes.serve(data)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  })
  const first = await context.newPage()
  await signInFirst(first, data)
  await until(
    () => (server.output().includes('demonstration records are loaded') ? true : undefined),
    () => server.output(),
    200,
  )
  if (!(await first.evaluate(SAVE))) throw new Error('the search was not saved')
  await first.close()
  if (!(await visitAll(context, server.url))) process.exitCode = 1
} finally {
  await browser.close()
  await processes.clean()
}
