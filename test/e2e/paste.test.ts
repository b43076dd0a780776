// What is pasted into the search box in another search engine's language, in a real browser.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'

describe.skipIf(chromiumPath === undefined)(`pasting a query (${NO_BROWSER})`, () => {
  let open: OpenPage
  const page = () => open.page
  const written = () => page().locator('.cm-content').textContent()
  const offer = () => page().getByRole('region', { name: 'Translation' })
  const focused = () => page().evaluate('document.activeElement.className')
  const paste = async (text: string) => {
    await page().goto(`${open.url}/`)
    await page().locator('.cm-content').waitFor()
    await page().evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`)
    await page().getByLabel('Query', { exact: true }).focus()
    await page().keyboard.press('Control+A')
    await page().keyboard.press('Control+V')
  }

  beforeAll(async () => {
    open = await openPage()
    await page().context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(() => open?.close())

  it('offers what was pasted in our language, says what is lost, and takes it with one key', async () => {
    await paste('apache country:DE postal:80331')
    await offer().getByText('Recognized as Shodan syntax').waitFor()
    await offer().getByText('country=').waitFor()
    await offer().getByText('is left out').waitFor()
    expect(await offer().getByRole('listitem').textContent()).toContain('postal:80331')
    expect(await written()).toBe('apache country:DE postal:80331')
    await looksRight(page(), 'paste')
    await page().keyboard.press('Control+Enter')
    await expect.poll(written).toMatch(/^[^:]*country="DE"$/)
    expect(await offer().count()).toBe(0)
    expect(await focused()).toContain('cm-content')
    await page().keyboard.press('Control+Z')
    expect(await written()).toBe('apache country:DE postal:80331')
  })

  it.each([
    ['Censys', 'services: (port: 22 and service_name: SSH)'],
    ['ZoomEye', '+app:"nginx" +country:"CN"'],
    ['Quake', 'app:"nginx" AND NOT country:"CN"'],
    ['Hunter', 'web.title="login" && ip.country="CN"'],
  ])('knows the language of %s', async (engine, text) => {
    await paste(text)
    await offer().getByText(`Recognized as ${engine} syntax`).waitFor()
    await offer()
      .getByRole('button', { name: /^Use the translation/ })
      .click()
    await expect.poll(written).not.toBe(text)
    expect(await page().locator('.q-wrong').count()).toBe(0)
  })

  it('keeps the text with one key, and then leaves the keys alone', async () => {
    await paste('port:22 country:DE')
    await offer().waitFor()
    await page().keyboard.press('Escape')
    await offer().waitFor({ state: 'detached' })
    expect(await written()).toBe('port:22 country:DE')
    expect(await focused()).toContain('cm-content')
    await page().keyboard.press('Escape')
    await expect.poll(focused).not.toContain('cm-content')
  })

  it('goes away when somebody writes on, and is not there for our own language, plain words and what is typed', async () => {
    await paste('port:22 country:DE')
    await offer().waitFor()
    await page().keyboard.type(' os:Linux')
    await offer().waitFor({ state: 'detached' })
    for (const text of ['title="login" && country="DE"', 'login page', 'http://192.0.2.1:8080/']) {
      await paste(text)
      await page().waitForTimeout(300)
      expect([text, await offer().count()]).toEqual([text, 0])
    }
  })

  it('is there for what was typed when that is not a query here, or finds nothing', async () => {
    for (const text of ['port:22 country:DE', 'services: (port: 22 and service_name: SSH)']) {
      await page().goto(`${open.url}/result?qbase64=${encodeURIComponent(btoa(text))}`)
      await offer().waitFor()
      await page()
        .getByRole('button', { name: /^Keep the text/ })
        .click()
      await offer().waitFor({ state: 'detached' })
      expect(await written()).toBe(text)
    }
  })

  it('shows hostile notes as text', async () => {
    await paste('country:DE vuln:"<img src=x onerror=window.hurt=1>\u202e"')
    await offer().getByText('<img src=x').first().waitFor()
    expect(await offer().textContent()).not.toContain('\u202e')
    expect(await page().evaluate('window.hurt')).toBeUndefined()
  })

  it('no script failed and none was refused', () => {
    expect(open.faults).toEqual([])
  })
})
