// Icons of sites that came with a capture, and screenshots of pages, in a real browser.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { pageJpeg, pagePng } from '../support/picture.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'
import { Processes } from '../support/serve.ts'

/** One black pixel. */
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="window.hurt=1"/>').toString('base64')

const entry = (url: string, mimeType: string, text: string) => ({
  startedDateTime: new Date().toISOString(),
  request: { method: 'GET', url },
  response: { status: 200, headers: [], content: { mimeType, text, encoding: 'base64' } },
})
const page_ = Buffer.from('<title>Login</title>').toString('base64')
const entries = ['one', 'two', 'three'].flatMap((name) => [
  entry(`https://${name}.example.com/`, 'text/html', page_),
  entry(`https://${name}.example.com/favicon.ico`, 'image/x-icon', name === 'three' ? SVG : GIF),
])

/** Results of gowitness; the third brings a script instead of a picture. */
const SHOTS = { four: pagePng(), five: pageJpeg(), six: Buffer.from(SVG, 'base64') }
const results = Object.entries(SHOTS).map(([name, picture]) =>
  JSON.stringify({
    ...{ url: `https://${name}.example.com/`, probed_at: new Date().toISOString(), title: 'Portal' },
    ...{ response_code: 200, perception_hash: '', screenshot: picture.toString('base64') },
  }),
)

describe.skipIf(chromiumPath === undefined)(`icons of sites (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let open: OpenPage
  const page = () => open.page

  beforeAll(async () => {
    open = await openPage()
    const file = join(open.data, 'capture.har')
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } }))
    const shots = join(open.data, 'gowitness.jsonl')
    writeFileSync(shots, results.join('\n'))
    const loading = processes.run(['import', file, shots, '--data', open.data])
    expect(await loading.ended, loading.output()).toBe(0)
  })
  afterAll(async () => {
    await open?.close()
    await processes.clean()
  })

  it('are beside the hosts that have one, and find where else they are', async () => {
    await page().goto(`${open.url}/result?qbase64=${btoa('title="login"')}`)
    await page().getByText('3 results', { exact: true }).waitFor()
    const icons = page().locator('.site-icon img')
    await expect.poll(() => icons.count()).toBe(2)
    for (const icon of await icons.all())
      await expect.poll(() => icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1)
    await looksRight(page(), 'icons')
    await page().locator('.site-icon .value-text').first().click()
    await page().getByText('2 results', { exact: true }).waitFor()
    expect(await page().locator('.cm-content').textContent()).toMatch(
      /^title="login" && icon_hash==?"-?\d+"$/,
    )
    expect(await page().evaluate('window.hurt')).toBeUndefined()
    expect(open.faults).toEqual([])
  })

  it('of pages stand on results and the host page, and lead to what looks the same', async () => {
    await page().goto(`${open.url}/result?qbase64=${btoa('title="portal"')}`)
    await page().getByText('3 results', { exact: true }).waitFor()
    const pictures = page().locator('.screenshot img')
    await expect.poll(() => pictures.count()).toBe(2)
    for (const picture of await pictures.all())
      await expect.poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(180)
    await looksRight(page(), 'screenshots')
    await page().getByRole('link', { name: 'Same look' }).first().click()
    await page().getByText('2 results', { exact: true }).waitFor()
    expect(await page().locator('.cm-content').textContent()).toMatch(/^screenshot_hash==?"[0-9a-f]{16}"$/)
    await page().goto(`${open.url}/hosts/five.example.com`)
    await page().getByRole('heading', { name: 'five.example.com' }).waitFor()
    await page().getByRole('img', { name: 'Screenshot of https://five.example.com' }).waitFor()
    await looksRight(page(), 'screenshot-host')
    expect(await page().evaluate('window.hurt')).toBeUndefined()
    expect(open.faults).toEqual([])
  })
})
