// What administrators do on the page, in a real browser: imports with rejects, feeds, accounts, invitations, settings, health.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'

const GOOD = Array.from(
  { length: 40 },
  (_, index) =>
    `${JSON.stringify({ host: `h${index}.example.com`, ip: `192.0.2.${index + 1}`, port: 80 })}\n`,
)
const EVIL = 'no json <script>window.hurt=1</script>\u202e at all\n'
const ANN = 'ann@example.com'

const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})

// Each test goes on from where the one before it ended, as people do.
describe.skipIf(chromiumPath === undefined)(`the pages of administrators (${NO_BROWSER})`, () => {
  let open: OpenPage
  let page: Page
  beforeAll(async () => {
    open = await openPage({ PERIPLUS_ACCOUNT_REGISTRATION: 'invitation' })
    page = open.page
  })
  afterAll(() => open?.close())

  const infoOf = async (key: string) => {
    const answer = await fetch(`${open.url}/api/v1/info/my?${new URLSearchParams({ email: ANN, key })}`)
    return (await answer.json()) as { errmsg?: string; fcoin?: number; level?: string }
  }
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()

  it('imports files one after the other, and counts what became records', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await seen('Nothing has been imported here yet.')
    await page
      .getByLabel('Choose files')
      .setInputFiles([file('scan.ndjson', GOOD.join('') + EVIL), file('more.ndjson', GOOD.join(''))])
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    await row('scan.ndjson').getByText('done').waitFor()
    await row('more.ndjson').getByText('done').waitFor()
    expect(await row('scan.ndjson').getByRole('cell').allTextContents()).toMatchObject({ 5: '40', 8: '1' })
    await looksRight(page, 'import')
  })

  it('shows rejects as text, with their reasons, and hands them out', async () => {
    await page.getByRole('link', { name: 'scan.ndjson' }).click()
    await seen('<script>window.hurt=1</script>\\u{202e} at all')
    await seen(/not JSON/)
    expect(await page.evaluate('window.hurt')).toBeUndefined()
    await looksRight(page, 'import-rejects')
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the rejects' }).click()
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .trim()
      .split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ file: 'scan.ndjson', line: 41 }])
  })

  it('says that a file of an unknown kind became nothing', async () => {
    await page.getByRole('link', { name: '← Import' }).click()
    await page
      .getByLabel('Choose files')
      .setInputFiles([file('picture.bin', '\u0001\u0002 nothing known \u0000')])
    await page.getByRole('row').filter({ hasText: 'picture.bin' }).getByText('nothing read').waitFor()
    await page.getByRole('link', { name: 'picture.bin' }).click()
    await seen('No line of this file became a record.')
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
  })

  it('refuses what is stated wrongly in the server’s words, and tries again when asked', async () => {
    await page.getByRole('link', { name: '← Import' }).click()
    await page.getByText('Defaults for missing values').click()
    await page.getByLabel('Port of records without one').fill('70000')
    await page.getByLabel('Choose files').setInputFiles([file('third.ndjson', GOOD.join(''))])
    await seen('must be a whole number from 1 to 65535')
    await page.getByLabel('Port of records without one').fill('443')
    await page.getByLabel('Choose files').setInputFiles([file('third.ndjson', GOOD.join(''))])
    await page.getByRole('row').filter({ hasText: 'third.ndjson' }).getByText('done').waitFor()
  })

  it('undoes an import after a preview', async () => {
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await page.getByRole('link', { name: 'All imports' }).click()
    const row = page.getByRole('row').filter({ hasText: 'third.ndjson' })
    await looksRight(page, 'import-history')
    await row.getByRole('button', { name: 'Undo' }).click()
    await seen('0 records that only this import observed are removed, 40 others are changed.')
    await row.getByRole('button', { name: 'Undo this import' }).click()
    await row.getByText('undone', { exact: true }).waitFor()
  })

  it('adds a feed from a file, pins a version, replaces it and removes it', async () => {
    await page.getByRole('link', { name: 'Feeds' }).click()
    await seen('No feed yet.')
    await page.getByLabel('Name', { exact: true }).fill('mine')
    await page.getByLabel('or a file').setInputFiles(file('list.txt', '45.66.33.10\nnonsense\n'))
    await page.getByLabel('Tags, comma-separated').fill('tor_exit')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await seen('“mine” was added with 1 range.')
    await page.getByRole('button', { name: 'mine' }).click()
    await seen('1 line could not be read')
    await looksRight(page, 'feeds')
    await page.getByLabel('Replace by a file').setInputFiles(file('list.txt', '45.66.33.10\n45.66.33.11\n'))
    await seen('Updated.')
    await page.getByRole('button', { name: 'Pin this version' }).last().click()
    await page.getByRole('button', { name: 'Unpin' }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await seen('The feed “mine” and its versions are removed')
    await page.getByRole('button', { name: 'Remove it now' }).click()
    await seen('No feed yet.')
  })

  it('says why an address is not a feed, and keeps what was typed', async () => {
    await page.getByLabel('Name', { exact: true }).fill('here')
    await page.getByLabel('URL (https)').fill('http://127.0.0.1/list')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('URL (https)').inputValue()).toBe('http://127.0.0.1/list')
  })

  let key = ''
  it('creates an account, whose key is shown once and works', async () => {
    await page.getByRole('link', { name: 'Administration' }).click()
    await seen('1 account')
    await page.getByText('Create an account').click()
    const form = page.getByRole('form', { name: 'Create an account' })
    await form.getByLabel('E-mail').fill('not an e-mail')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').waitFor()
    await form.getByLabel('E-mail').fill(ANN)
    await form.getByLabel('Level').selectOption('member')
    await form.getByRole('button', { name: 'Create' }).click()
    await seen(`${ANN} was created.`)
    key = (await form.locator('.secret code').textContent()) ?? ''
    expect(await infoOf(key)).toMatchObject({ level: 'member', fcoin: 0 })
    await seen('2 accounts')
    await looksRight(page, 'administration')
  })

  it('gives coins, takes some back, and never more than there are', async () => {
    await page.getByRole('link', { name: ANN }).click()
    const form = page.getByRole('form', { name: 'Coins' })
    const move = async (what: string, amount: string) => {
      await form.getByLabel('Change').selectOption(what)
      await form.getByLabel('Coins').fill(amount)
      await form.getByRole('button', { name: 'Apply' }).click()
    }
    await move('grant', '120')
    await seen('Balance: 120 coins')
    await move('take', '20')
    await seen('Balance: 100 coins')
    await move('take', '500')
    await seen('The account has 100 coins')
    expect(await infoOf(key)).toMatchObject({ fcoin: 100 })
    await section('Coin history').getByText('+120').waitFor()
    await looksRight(page, 'administration-account')
  })

  it('keeps what was typed when the session has ended', async () => {
    const form = page.getByRole('form', { name: 'Coins' })
    await form.getByLabel('Coins').fill('7')
    await form.getByLabel('Reason').fill('for a talk')
    await page.context().clearCookies()
    await form.getByRole('button', { name: 'Apply' }).click()
    await open.signIn()
    await page.getByRole('heading', { name: ANN }).waitFor()
    expect(await form.getByLabel('Coins').inputValue()).toBe('7')
    expect(await form.getByLabel('Reason').inputValue()).toBe('for a talk')
    await form.getByRole('button', { name: 'Apply' }).click()
    // The choice of taking back was kept, too.
    await seen('Balance: 93 coins')
  })

  it('changes the level with an end, and says what is wrong with one', async () => {
    const form = page.getByRole('form', { name: 'Level' })
    await form.getByLabel('Level').selectOption('enterprise')
    await form.getByLabel('until').fill('2001-01-01')
    await form.getByRole('button', { name: 'Save' }).click()
    await seen(/is in the past/)
    await form.getByLabel('until').fill('2099-12-31')
    await form.getByRole('button', { name: 'Save' }).click()
    await seen('Saved.')
    expect(await infoOf(key)).toMatchObject({ level: 'enterprise' })
  })

  it('makes a link with which the owner sets a password', async () => {
    await page.getByRole('button', { name: 'Link for a new password' }).click()
    await seen('Give this link to the owner.')
    const link = (await section('Access').locator('.secret code').textContent()) ?? ''
    const owner = await open.browser.newPage()
    await owner.goto(link)
    await owner.getByText(`For ${ANN}`).waitFor()
    await owner.close()
  })

  it('replaces a key after asking', async () => {
    await page.getByRole('button', { name: 'Replace the key' }).click()
    await page.getByRole('button', { name: 'Replace it now' }).click()
    await seen('The key was replaced. It is shown here once.')
    expect((await infoOf(key)).errmsg).toContain('401 Unauthorized')
    key = (await section('Access').locator('.secret code').last().textContent()) ?? ''
    expect((await infoOf(key)).errmsg).toBeUndefined()
  })

  it('disables an account at once, and enables it again', async () => {
    await page.getByRole('button', { name: 'Disable the account' }).click()
    await seen(`${ANN} is signed out, the key stops working`)
    await page.getByRole('button', { name: 'Disable it now' }).click()
    await page.getByText('disabled', { exact: true }).waitFor()
    expect((await infoOf(key)).errmsg).toContain('401 Unauthorized')
    await page.getByRole('button', { name: 'Enable the account' }).click()
    await page.getByRole('button', { name: 'Disable the account' }).waitFor()
    expect((await infoOf(key)).errmsg).toBeUndefined()
  })

  it('does not disable the last administrator', async () => {
    await page.goto(`${open.url}/administration/accounts/1`)
    await page.getByRole('button', { name: 'Disable the account' }).click()
    await page.getByRole('button', { name: 'Disable it now' }).click()
    await seen(/the last administrator who may sign in/)
  })

  it('invites somebody, who registers under the rules as the server states them', async () => {
    await page.getByRole('link', { name: '← Accounts' }).click()
    await page.getByRole('link', { name: 'Invitations' }).click()
    await page.getByRole('button', { name: 'Invite' }).click()
    await seen('Give this link to the person who will register.')
    const link = (await page.locator('.secret code').textContent()) ?? ''
    await looksRight(page, 'administration-invitations')
    const guest = await (await open.browser.newContext()).newPage()
    await guest.goto(link)
    await guest.getByText('You alone are responsible for misuse.').waitFor()
    await guest.getByText('Version 1').waitFor()
    await guest.getByLabel('E-mail').fill('ben@example.com')
    await guest.getByLabel('Password').fill('correct horse battery')
    await guest.getByLabel('I accept the usage rules').check()
    await guest.getByRole('button', { name: 'Create account' }).click()
    await guest.getByRole('heading', { name: 'Sign in' }).waitFor()
    await guest.context().close()
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByRole('cell', { name: 'used' }).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Withdraw' }).count()).toBe(0)
  })

  it.each([
    ['Retention', '0 records are older than the settings keep.'],
    ['Usage', 'Keys used from unusually many networks'],
    ['Audit', 'coins.grant'],
    ['Settings', 'PERIPLUS_ACCOUNT_REGISTRATION'],
    ['Health', 'The server is ready.'],
  ])('shows %s', async (name, text) => {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name }).click()
    await seen(text)
    await looksRight(page, `administration-${name.toLowerCase()}`)
  })

  it('says the level of each finding in a word', async () => {
    const levels = await page.getByRole('region', { name: 'Checks' }).locator('.state').allTextContents()
    expect(levels.length).toBeGreaterThan(0)
    expect(levels.filter((level) => !['fine', 'warning', 'error'].includes(level))).toEqual([])
  })

  it('narrows the audit trail to one action', async () => {
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: 'Audit' })
      .click()
    await page.getByLabel('Action').fill('key.rotate')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect.poll(() => page.getByText('coins.grant').count()).toBe(0)
    await seen('key.rotate')
  })

  it('speaks Chinese', async () => {
    await page.getByLabel('Language').selectOption('zh')
    await page.getByRole('link', { name: '运行状况' }).click()
    await seen('服务器已就绪。')
    await looksRight(page, 'administration-zh')
    await page.getByLabel('语言').selectOption('en')
  })

  it('shows on the account page what was used and done, and takes the acceptance of the rules', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await section('Audit').getByText('account.create').first().waitFor()
    await section('Usage').getByText('imports').waitFor()
    await page.getByRole('button', { name: 'Accept version 1' }).click()
    await seen('Accepted.')
    await looksRight(page, 'account-whole')
  })

  it('no script failed and none was refused', () => {
    expect(open.faults).toEqual([])
  })
})
