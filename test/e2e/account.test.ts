// Signing in, passwords and the account page in a real browser, against a server process of its own.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  chromiumPath,
  launchBrowser,
  NO_BROWSER,
  picture,
  watchFaults,
} from '../support/browser.ts'
import { looksRight } from '../support/page.ts'
import { type RunningProvider, startProvider } from '../support/openid.ts'
import { firstAccount, Processes, searchUrl } from '../support/serve.ts'

const PASSWORD = 'correct horse battery'

// Each test goes on from where the one before it ended, as people do.
describe.skipIf(chromiumPath === undefined)(`the account pages (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let browser: Browser
  let provider: RunningProvider
  let page: Page
  let faults: readonly string[]
  let url = ''
  let first = { email: '', key: '', link: '' }

  beforeAll(async () => {
    const data = processes.newData()
    provider = await startProvider(() => `${url}/sign-in/openid`)
    const server = await processes.serve(data, [], {
      PERIPLUS_DEMO: 'false',
      PERIPLUS_ACCOUNT_REGISTRATION: 'open',
      PERIPLUS_OPENID_ISSUER: provider.issuer,
      PERIPLUS_OPENID_CLIENT_ID: provider.clientId,
      PERIPLUS_OPENID_CLIENT_SECRET: provider.clientSecret,
      PERIPLUS_OPENID_NAME: 'Example',
      PERIPLUS_OPENID_NEW_ACCOUNTS: 'free',
    })
    url = server.url
    first = firstAccount(data)
    browser = await launchBrowser()
    const window = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    page = await window.newPage()
    page.setDefaultTimeout(30_000)
    faults = watchFaults(page)
  })
  afterAll(async () => {
    await browser?.close()
    await processes.clean()
    await provider?.close()
  })

  const search = async (key: string) => {
    const answer = await fetch(searchUrl(url, { email: first.email, key }, 'port="1"'))
    return (await answer.json()) as { error: boolean; errmsg?: string }
  }
  const signIn = async (password: string) => {
    await page.getByLabel('E-mail').fill(first.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  it('the link of the first start sets the password, reports what is wrong with one, and works once', async () => {
    await page.goto(first.link)
    await page.getByText(first.email).waitFor()
    await looksRight(page, 'password')
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('The password has 5 characters').waitFor()
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    // Nobody types again what was typed just now.
    await page.getByLabel('Query', { exact: true }).waitFor()
    const again = await browser.newPage()
    await again.goto(first.link)
    await again.getByText('is unknown, used up or expired').waitFor()
    await again.close()
  })

  it('signing in refuses a wrong password, keeps what was typed, and comes back to where one was going', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${url}/account`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await looksRight(page, 'sign-in')
    await page.getByLabel('E-mail').fill(first.email)
    await signIn('not the password')
    await page.getByText('The e-mail or the password is wrong.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(first.email)
    await signIn(PASSWORD)
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor()
    await looksRight(page, 'account')
  })

  it('the cookie is out of reach of scripts and of other sites', async () => {
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
      { name: 'periplus_session', httpOnly: true, sameSite: 'Strict' },
      { name: 'periplus_device', httpOnly: true, sameSite: 'Strict' },
    ])
  })

  it('keys are shown and replaced with the password, and a replaced one stops working at once', async () => {
    const dialog = page.getByRole('dialog')
    const prove = async (button: string) => {
      await dialog.getByLabel('Current password').fill(PASSWORD)
      await dialog.getByRole('button', { name: button }).click()
    }
    await page.getByRole('button', { name: 'Show first keys' }).click()
    await dialog.getByLabel('Current password').fill('not the password')
    await dialog.getByRole('button', { name: 'Show' }).click()
    await dialog.getByText('The e-mail or the password is wrong.').waitFor()
    expect(await page.getByText(first.key).count()).toBe(0)
    await prove('Show')
    await dialog.getByText(first.key).waitFor()
    expect(await dialog.locator('.secret code').count()).toBe(2)
    expect((await search(first.key)).error).toBe(false)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Replace' }).first().click()
    await prove('Replace it now')
    const key = (await dialog.locator('.secret code').textContent()) ?? ''
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(key).not.toBe(first.key)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    expect(await search(first.key)).toMatchObject({ errmsg: expect.stringContaining('401 Unauthorized') })
    expect((await search(key)).error).toBe(false)
  })

  it('a key is created with bounds, and revoked', async () => {
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Create a key' }).click()
    await dialog.getByLabel('Name').fill('scanner')
    await dialog.getByLabel('search').uncheck()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Create a key' }).click()
    const key = (await dialog.locator('.secret code').textContent()) ?? ''
    expect(await search(key)).toMatchObject({
      errmsg: expect.stringContaining('the scope `search` is needed'),
    })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('export, tag', { exact: true }).waitFor()
    await looksRight(page, 'keys')
    await page.getByRole('row', { name: 'scanner' }).getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke it now' }).click()
    await page.getByRole('row', { name: 'scanner' }).waitFor({ state: 'detached' })
    expect(await search(key)).toMatchObject({ errmsg: expect.stringContaining('401 Unauthorized') })
  })

  it('the second factor shows its key as a QR code, which is loaded only then', async () => {
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.getByRole('button', { name: 'Switch it on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const code = dialog.getByRole('img', { name: 'QR code of the key' })
    await code.waitFor()
    expect(loaded.filter((address) => /\/QrCode-/.test(address))).toHaveLength(1)
    expect(loaded.filter((address) => !address.startsWith(url))).toEqual([])
    expect(await code.locator('path').getAttribute('d')).toMatch(/^M4 4h7v1h-7z/)
    await looksRight(page, 'second-factor')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  })

  it('a passkey is added under a name of this machine, and then signs in', async () => {
    await page.getByText('Passkeys need a name and a secure connection').waitFor()
    const address = await page.getByRole('link', { name: 'http://localhost:' }).getAttribute('href')
    const window = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const tab = await window.newPage()
    tab.setDefaultTimeout(30_000)
    const devtools = await window.newCDPSession(tab)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    await tab.goto(address ?? '')
    await tab.getByLabel('E-mail').fill(first.email)
    await tab.getByLabel('Password').fill(PASSWORD)
    await picture(tab, 'sign-in-passkey')
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByLabel('Name').fill('laptop')
    await dialog.getByLabel('Current password').fill('wrong')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await dialog.getByText('the password is wrong').waitFor()
    await dialog.getByLabel('Current password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const row = tab.getByRole('region', { name: 'Passkeys' }).getByRole('row').nth(1)
    await expect.poll(() => row.textContent()).toMatch(/^laptop.*never/)
    expect(await accessibilityFaults(tab)).toEqual([])
    await picture(tab, 'passkeys')
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await tab.getByRole('button', { name: 'Sign out' }).waitFor()
    await tab.goto(address ?? '')
    await expect.poll(() => row.textContent()).toMatch(/^laptop(?!.*never)/)
    await tab.getByRole('button', { name: 'Remove the passkey laptop' }).click()
    await expect.poll(() => row.count()).toBe(0)
    await tab.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await tab.getByText('this server does not know it').waitFor()
    await window.close()
  })

  it('a list is stored, looked at, replaced and deleted', async () => {
    const form = page.getByRole('form', { name: 'Store a list' })
    const rows = page.getByRole('region', { name: 'Stored lists' }).getByRole('row')
    const store = async (text: string) => {
      await form.getByLabel('Elements, one a line').fill(text)
      await form.getByRole('button', { name: 'Store' }).click()
    }
    await form.getByLabel('Name').fill('@office')
    await store('192.0.2.0/24\nnot an element')
    await form.getByText('Line 2 of the list: `not an element` must be').waitFor()
    await store('192.0.2.0/24\nexample.com')
    await page.getByText('Stored @office with 2 elements.').waitFor()
    await expect.poll(() => rows.nth(1).textContent()).toMatch(/^@office2/)
    await page.getByRole('button', { name: 'Open @office' }).click()
    await expect.poll(() => form.getByLabel('Elements, one a line').inputValue()).toContain('example.com')
    await looksRight(page, 'lists')
    await store('192.0.2.7')
    await page.getByText('Stored @office with 1 element.').waitFor()
    await page.getByRole('button', { name: 'Delete @office' }).click()
    await expect.poll(() => page.getByText('@office', { exact: true }).count()).toBe(0)
  })

  it('the dialect is kept', async () => {
    await page.getByRole('radio', { name: /^Live/ }).click()
    await expect.poll(() => page.getByRole('radio', { name: /^Live/ }).isChecked()).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'API mode of the first key' }).waitFor()
    expect(await page.getByRole('radio', { name: /^Live/ }).isChecked()).toBe(true)
  })

  it('speaks Chinese', async () => {
    await page.getByLabel('Language').selectOption('zh')
    await page.getByRole('heading', { name: 'API 密钥' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
    await looksRight(page, 'account-zh')
    await page.getByLabel('语言').selectOption('en')
  })

  it('a password is changed with the old one only', async () => {
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel('New password').fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The e-mail or the password is wrong.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('The password was changed.').waitFor()
  })

  it('after signing out nothing is shown any more', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    const answer = await page.request.get(`${url}/web/api/account`)
    expect(answer.status()).toBe(401)
  })

  it('somebody new registers after accepting the rules', async () => {
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('heading', { name: 'Create an account' }).waitFor()
    await looksRight(page, 'register')
    await page.getByLabel('E-mail').fill('ann@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('I accept the usage rules').check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  })

  it('somebody whom the OpenID provider knows gets an account by signing in there', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    provider.person = { subject: 'eve', email: 'eve@example.com', email_verified: true }
    await page.goto(`${url}/tagging`)
    await page.getByRole('button', { name: 'Sign in with Example' }).waitFor()
    await looksRight(page, 'sign-in-openid')
    await page.getByRole('button', { name: 'Sign in with Example' }).click()
    await page.waitForURL(`${url}/tagging`)
    expect((await (await page.request.get(`${url}/web/api/session`)).json()).account.email).toBe(
      'eve@example.com',
    )
    await page.goto(`${url}/account`)
    await page.getByRole('button', { name: 'Show first keys' }).click()
    await page.getByText('this works within ten minutes after signing in').first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Show' }).click()
    await expect
      .poll(() =>
        page
          .getByRole('dialog')
          .getByText(/^[0-9a-f]{32}$/)
          .count(),
      )
      .toBe(2)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Current password').waitFor()
    await page.goto(`${url}/sign-in/openid?code=x&state=y`)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await page.getByText('it was not started in this browser').waitFor()
  })

  it('no script failed and none was refused', () => {
    expect(faults).toEqual([])
  })
})
