// Hostile text in everything that strangers and colleagues can name: on no page does it run, hide or change its direction.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COLUMNS, columnRow } from '../../src/asset/index.ts'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { LONG } from '../support/long.ts'
import { type OpenPage, openPage } from '../support/page.ts'

const EVIL =
  '"\'><img src=x onerror="window.hurt=1"><svg onload=window.hurt=2><script>window.hurt=3</script>\u202egnp.exe\u2066\u001b[2J\u009b1m'
const NAME = '<img src=x onerror=window.hurt=4>\u202etxt'

/** Columns that a record needs to be found, or that its source cannot state. */
const KEPT = new Set(['host', 'ip', 'port', 'base_protocol', 'lastupdatetime', 'firstseentime', 'domain'])
const hostile = Object.fromEntries(
  COLUMNS.filter((column) => !KEPT.has(column)).flatMap((column): [string, string | string[]][] => {
    const { engine } = columnRow(column)
    if (engine === 'Array(String)' || engine.startsWith('Array(LowCardinality(String'))
      return [[column, [EVIL, `javascript:window.hurt=5//${EVIL}`]]]
    return /String/.test(engine) ? [[column, column === 'link' ? 'javascript:window.hurt=6' : EVIL]] : []
  }),
)
const record = (octet: number, more: object) => ({ ip: `192.0.2.${octet}`, port: 80, ...hostile, ...more })
const LINES = [
  record(1, { host: 'evil.example.com' }),
  record(2, { host: '192.0.2.2', link: 'data:text/html,<script>1</script>' }),
  record(3, { host: '192.0.2.3', port: 443, protocol: 'https' }),
]
const search = (query: string) => `/result?qbase64=${encodeURIComponent(btoa(query))}`

/** Everything on the page that would run or lead somewhere, and texts that a reader would see in another order. */
const LOOK = `(() => {
  const found = []
  if (window.hurt !== undefined) found.push('it ran: ' + window.hurt)
  for (const one of document.querySelectorAll('[onerror], [onload], img[src="x"], svg script, iframe, object, embed, base'))
    found.push(one.outerHTML.slice(0, 200))
  for (const one of document.querySelectorAll('a[href], form[action], [src]'))
    if (!/^(https?:|mailto:|blob:|data:image|file:)/.test(one.href || one.action || one.src)) found.push(one.outerHTML.slice(0, 200))
  const bad = /[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]/
  const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT)
  while (texts.nextNode())
    if (bad.test(texts.currentNode.data)) found.push('text: ' + texts.currentNode.parentElement.outerHTML.slice(0, 200))
  for (const one of document.querySelectorAll('*'))
    for (const { name, value } of one.attributes)
      if (/^(title|alt|aria-label|placeholder)$/.test(name) && bad.test(value)) found.push(name + ': ' + one.outerHTML.slice(0, 200))
  return found
})()`

describe.skipIf(chromiumPath === undefined)(`hostile text (${NO_BROWSER})`, () => {
  let open: OpenPage
  let page: Page
  const dialogs: string[] = []

  /** Calls an operation of the page. */
  const send = (method: string, path: string, body: string | object): Promise<string> =>
    page.evaluate(
      async ([how, where, what, type]) => {
        const session = (await (await fetch('/web/api/session')).json()) as { csrf: string }
        const headers = { 'content-type': type, 'x-csrf-token': session.csrf }
        return (await fetch(`/web/api/${where}`, { method: how, headers, body: what })).text()
      },
      typeof body === 'string'
        ? ([method, path, body, 'application/octet-stream'] as const)
        : ([method, path, JSON.stringify(body), 'application/json'] as const),
    )
  const call = async (method: string, path: string, body: string | object) =>
    JSON.parse(await send(method, path, body)) as Record<string, unknown>

  beforeAll(async () => {
    open = await openPage()
    page = open.page
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${open.url}/import`)
    await page.getByLabel('Choose files').setInputFiles({
      name: `${NAME}.ndjson`,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(LINES.map((line) => `${JSON.stringify(line)}\n`).join('') + EVIL),
    })
    await page.getByRole('row').getByText('done').waitFor()
  })
  afterAll(() => open?.close())

  /** Looks at the page in every state that opens by a click. */
  const look = async (): Promise<void> => {
    await page.waitForLoadState('networkidle')
    const closed = await page.locator('summary:visible').all()
    for (const details of closed) await details.click({ timeout: 1000 }).catch(() => {})
    if (closed.length > 0) await page.waitForLoadState('networkidle')
    expect(await page.evaluate(LOOK)).toEqual([])
    expect([...dialogs, ...open.faults]).toEqual([])
  }

  it('is taken as the names and notes that may hold it', async () => {
    const feed = `admin/feeds/evil?${new URLSearchParams({ tags: 'tor_exit', licence: NAME })}`
    for (const [path, body] of [
      ['searches', { name: `f ${NAME}/${NAME}`, query: 'port="80"', shared: true }],
      ['account/keys', { name: NAME.slice(0, -4), scopes: ['search'], password: 'correct horse battery' }],
      ['admin/exclusions', { rules: '198.51.100.0/24', note: NAME }],
      [feed, `# ${NAME}\n45.66.33.10\n${NAME}\n`],
    ] as const)
      expect(await call('POST', path, body), path).toMatchObject({ error: false })
    for (const [path, body] of [
      ['admin/accounts', { account: `${NAME}@example.com` }],
      ['admin/accounts', { account: 'eve@example.com', username: NAME }],
      ['session', { email: `${NAME}@example.com`, password: 'x' }],
    ] as const)
      expect(await call('POST', path, body), path).toMatchObject({ error: true })
  })

  const name = encodeURIComponent(NAME)
  // The short run leaves out the pages that show texts of the program alone.
  const own = ['/help', '/help/tags', '/help/sources', '/docs', '/register', '/password', '/import/feeds']
  const quiet = ['/invitations', '/retention', '/usage', '/settings', '/health']
  it.each([
    ...(LONG ? [...own, ...quiet.map((path) => `/administration${path}`)] : []),
    ...['/', '/tagging', '/import', '/import/history', '/import/1', '/account'],
    ...['', '/exclusions', '/audit', '/accounts/1'].map((path) => `/administration${path}`),
    ...[`/${name}`, `/tagging/${name}`, `/register#${NAME}`, `/password#${NAME}`],
    ...['evil.example.com', '192.0.2.2', name].map((host) => `/hosts/${host}`),
    ...[`title="${NAME.slice(0, 20)}"`, 'port=<svg onload=1>'].map(search),
    `/open?url=${encodeURIComponent('javascript:window.hurt=7')}`,
    `/sign-in/openid?error=${name}&error_description=${name}`,
  ])('at %s is text', async (path) => {
    await page.goto(open.url + path)
    await look()
  })

  it('is text in whole records, in statistics and in a report', async () => {
    await page.goto(open.url + search('ip="192.0.2.0/24"'))
    await page.getByText('3 results').waitFor()
    await look()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await look()
    const file = join(open.data, 'report.html')
    writeFileSync(file, await send('POST', 'report', { query: 'ip="192.0.2.0/24"', title: NAME }))
    await page.goto(`file://${file}`)
    await look()
    expect(await page.locator('main, body').first().textContent()).toContain('<script>window.hurt=3</script>')
  })

  it('is text where a feed is shown', async () => {
    await page.goto(`${open.url}/import/feeds`)
    await page.getByRole('button', { name: 'evil' }).click()
    await page.getByText('onerror').first().waitFor()
    await look()
  })
})
