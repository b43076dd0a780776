// How fast the page answers: from Enter to records on the screen, from there to the facets, and what moves afterwards.
//   npm run build, then node bench/page.ts --data DIRECTORY [--repeat N]
// Runs a server of its own on a copy of a data directory (it adds an account) and Chromium without a window. Prints medians.
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { Processes } from '../test/support/serve.ts'
import { signInByLink } from './support/page-session.ts'
import { median } from './support/median.ts'

const { values } = parseArgs({
  options: { data: { type: 'string', default: './data' }, repeat: { type: 'string', default: '3' } },
})
const data = resolve(values.data)
const QUERIES = [
  'title="login"',
  'port="443" && country="DE"',
  'product="nginx"',
  'ip="198.18.5.0/24"',
  'protocol="ssh"',
  'cert.subject.cn="example"',
  'login admin',
] as const

interface Measured {
  readonly records: number
  readonly facets: number
  /** Sum of the layout shifts after the records were shown, as browsers score them (https://web.dev/articles/cls). */
  readonly shift: number
}

/** Signs a new account in; its key is never used. */
async function signIn(page: Page, url: string): Promise<void> {
  const email = `bench${Date.now()}@example.com`
  const command = (...args: readonly string[]) =>
    execFileSync(process.execPath, ['src/main.ts', 'account', ...args, '--data', data], { encoding: 'utf8' })
  command('create', '--email', email, '--level', 'enterprise', '--coins', '100000')
  const path = /\/password#\S+/.exec(command('set-password', email))?.[0] ?? ''
  await signInByLink(page, url + path)
  await page.locator('.cm-content').waitFor()
}

/** One search, asked with Enter; every query is asked once a run, so the page has no answer to keep. */
async function measure(page: Page, url: string, query: string): Promise<Measured> {
  await page.goto(`${url}/`)
  await page.locator('.cm-content').fill(query)
  await page.keyboard.press('Escape')
  await page.locator('.cm-content').focus()
  return page.evaluate(`(async () => {
    const seen = (selector) => new Promise((done) => {
      const look = () => document.querySelector(selector) ? done(performance.now()) : requestAnimationFrame(look)
      look()
    })
    let shift = 0, shown = Infinity
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.startTime > shown) shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    const begin = performance.now()
    document.querySelector('.cm-content').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true }))
    shown = await seen('.card .host-link')
    const facets = await seen('.facets > div:nth-of-type(2) .facet-name')
    await new Promise((done) => setTimeout(done, 1500))
    return { records: shown - begin, facets: facets - shown, shift }
  })()`)
}

const processes = new Processes()
const browser = await launchBrowser()
try {
  const { url } = await processes.serve(data, [], { PERIPLUS_DEMO: 'false' })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  page.setDefaultTimeout(60_000)
  await signIn(page, url)
  const all: Measured[] = []
  console.log('| query | records ms | facets ms after | layout shift |\n|---|---|---|---|')
  for (const query of QUERIES) {
    const runs: Measured[] = []
    for (let run = 0; run < Number(values.repeat); run++) runs.push(await measure(page, url, query))
    all.push(...runs)
    const row = [
      median(runs.map(({ records }) => records)).toFixed(0),
      median(runs.map(({ facets }) => facets)).toFixed(0),
      Math.max(...runs.map(({ shift }) => shift)).toFixed(4),
    ]
    console.log(`| ${query} | ${row.join(' | ')} |`)
  }
  console.log(`median: records ${median(all.map(({ records }) => records)).toFixed(0)} ms after Enter`)
  console.log(`median: facets ${median(all.map(({ facets }) => facets)).toFixed(0)} ms after the records`)
  console.log(`largest layout shift: ${Math.max(...all.map(({ shift }) => shift)).toFixed(4)}`)
} finally {
  await browser.close()
  await processes.clean()
}
