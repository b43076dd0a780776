// Icons of sites that came with a capture, in a real browser.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
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

describe.skipIf(chromiumPath === undefined)(`icons of sites (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let open: OpenPage
  const page = () => open.page

  beforeAll(async () => {
    open = await openPage()
    const file = join(open.data, 'capture.har')
    writeFileSync(file, JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } }))
    const loading = processes.run(['import', file, '--data', open.data])
    expect(await loading.ended, loading.output()).toBe(0)
  }, 120_000)
  afterAll(async () => {
    await open?.close()
    await processes.clean()
  })

  it('stand beside the hosts that have one, and find where else they are', async () => {
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
})
