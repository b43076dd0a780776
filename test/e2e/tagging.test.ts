// Tagging in a real browser: a list dropped and tagged, its table, evidence and downloads, single addresses, and what goes wrong.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'

const EVIL = '<img src=x onerror="window.hurt=1">\u202egnp'
const LIST = ['# ours', '8.8.8.8', '10.0.0.1', '300.1.1.1', EVIL, '', '8.8.8.8', '2001:4860:4860::8888']
const MANY = Array.from({ length: 2000 }, (_, index) => `100.64.${index >> 8}.${index & 255}`)

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
})

// Each test goes on from where the one before it ended, as people do.
describe.skipIf(chromiumPath === undefined)(`the tagging pages (${NO_BROWSER})`, () => {
  let open: OpenPage
  const page = () => open.page
  beforeAll(async () => {
    open = await openPage({ PERIPLUS_TAG_DAILY_LIMIT: '2500' })
  })
  afterAll(() => open?.close())

  const addresses = () => page().getByRole('textbox', { name: 'Addresses, one per line' })
  const choose = (name: string, content: string | Buffer) =>
    page().locator('input[type=file]').setInputFiles(file(name, content))
  const rows = () => page().getByRole('table', { name: 'Results' }).getByTitle('Show why')

  it('says the limits and what is used before anything is sent', async () => {
    await page().getByRole('link', { name: 'IP tagging' }).click()
    await page().getByText('10,000 lines a list').waitFor()
    await page().getByText('0 used today').waitFor()
    await page().getByText('2,500 left').waitFor()
    await looksRight(page(), 'tagging')
  })

  it('refuses files of the wrong kind, each with its own sentence, and keeps what was typed', async () => {
    await addresses().fill('192.0.2.7')
    await choose('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]))
    await page().getByText('“picture.png” is not a text file.').waitFor()
    await choose('empty.txt', '# nothing\n\n')
    await page().getByText('“empty.txt” holds no address').waitFor()
    expect(await addresses().inputValue()).toBe('192.0.2.7')
  })

  it('says before sending that the day has not so many lines left', async () => {
    await choose('long.txt', [...MANY, ...MANY].join('\n'))
    await page().getByText('The list has 4,000 lines; 2,500 are left today.').waitFor()
    await page().getByText('periplus tag FILE').waitFor()
  })

  it('keeps a list over a reload and a session that has ended', async () => {
    await choose('list.txt', LIST.join('\r\n'))
    await page().getByRole('button', { name: 'Tag 6 lines' }).waitFor()
    await page().reload()
    await page().getByRole('button', { name: 'Tag 6 lines' }).waitFor()
    await page().context().clearCookies()
    await page().getByRole('button', { name: 'Tag 6 lines' }).click()
    await open.signIn()
    await page().getByRole('button', { name: 'Tag 6 lines' }).waitFor()
  })

  it('says that the connection is lost, keeps the list, and sends it when it is back', async () => {
    await page().context().setOffline(true)
    await page().getByRole('button', { name: 'Tag 6 lines' }).click()
    await page().getByText('The server cannot be reached.').waitFor()
    await page().context().setOffline(false)
    await page().getByRole('button', { name: 'Tag 6 lines' }).click()
    await page().waitForURL(/\/tagging\/\d+$/)
  })

  it('shows the result with a summary, charts and every line', async () => {
    await page().getByText('6 lines · ').waitFor()
    await page().getByText('1 repeated').waitFor()
    await page().getByText('2 invalid').waitFor()
    expect(await rows().allTextContents()).toEqual([
      '8.8.8.8',
      '10.0.0.1',
      '300.1.1.1',
      '<img src=x onerror="window.hurt=1">\\u{202e}gnp',
      '8.8.8.8',
      '2001:4860:4860::8888',
    ])
    await page().getByRole('cell', { name: 'reserved:private' }).waitFor()
    await page().getByText('is not a number from 0 to 255').waitFor()
    expect(await page().evaluate('window.hurt')).toBeUndefined()
  })

  it('unfolds what a tag rests on, with the keyboard', async () => {
    await rows().nth(1).focus()
    await page().keyboard.press('Enter')
    const evidence = page().getByRole('region', { name: 'Evidence' })
    await evidence.getByText('10.0.0.0/8').waitFor()
    await evidence.getByText('definition').waitFor()
    await looksRight(page(), 'tagging-task')
  })

  it('sorts by a column, narrows by a chart, and widens again', async () => {
    await page().getByRole('button', { name: 'Address', exact: true }).click()
    expect((await rows().allTextContents()).at(2)).toBe('8.8.8.8')
    expect((await rows().allTextContents()).at(-1)).toBe('2001:4860:4860::8888')
    await page().getByRole('button', { name: 'reserved' }).click()
    await page().getByText('1 of 6 lines').waitFor()
    expect(await rows().allTextContents()).toEqual(['10.0.0.1'])
    await page().getByRole('button', { name: 'reserved × remove' }).click()
    await page().getByText('6 of 6 lines').waitFor()
    await page().getByRole('searchbox', { name: 'Filter by any text' }).fill('google')
    await page().getByText('3 of 6 lines').waitFor()
  })

  it.each([
    ['CSV', /^line,input,status/],
    ['JSON', /^\{"error":false,"schema":"ip-tags\/1"/],
    ['NDJSON', /^\{"error":false/],
    ['TXT', /^8\.8\.8\.8\t/],
  ])('downloads the result as %s', async (format, begin) => {
    const coming = page().waitForEvent('download')
    await page()
      .getByRole('link', { name: `Download as ${format}`, exact: true })
      .click()
    const download = await coming
    expect(download.suggestedFilename()).toMatch(new RegExp(`^ip-tags-\\d+\\.${format.toLowerCase()}$`))
    expect(readFileSync(await download.path(), 'utf8')).toMatch(begin)
  })

  it('finds the task again among the past ones', async () => {
    await page().getByRole('link', { name: '← IP tagging' }).click()
    await page().getByText('6 used today').waitFor()
    await page().getByRole('link', { name: 'Task 1', exact: true }).click()
    await page().getByText('6 lines · ').waitFor()
    await page().goBack()
  })

  it('draws only the visible lines of a long result', async () => {
    await choose('many.txt', MANY.join('\n'))
    await page()
      .getByRole('button', { name: 'Tag 2,000 lines' })
      .or(page().getByRole('button', { name: 'Tag 2000 lines' }))
      .click()
    await page().getByText('2,000 of 2,000 lines').waitFor()
    expect(await rows().count()).toBeLessThan(100)
    await page().getByRole('button', { name: 'Line', exact: true }).click()
    await expect.poll(async () => (await rows().allTextContents())[0]).toBe('100.64.7.207')
  })

  it('looks up one address, and says what is wrong with another', async () => {
    await page().goto(`${open.url}/tagging`)
    const one = page().getByRole('textbox', { name: 'Look up one address' })
    await one.fill('not an address')
    await page().getByRole('button', { name: 'Look up' }).click()
    await page().getByText('is not a valid address').waitFor()
    expect(await one.inputValue()).toBe('not an address')
    await one.fill('192.168.1.1')
    await page().getByRole('button', { name: 'Look up' }).click()
    await page().getByText('192.168.0.0/16').first().waitFor()
    await page().getByText('2,007 used today').waitFor()
    await looksRight(page(), 'tagging-look-up')
  })

  it('speaks Chinese', async () => {
    await page().getByLabel('Language').selectOption('zh')
    await page().getByRole('heading', { name: 'IP 标签' }).waitFor()
    await looksRight(page(), 'tagging-zh')
    await page().getByLabel('语言').selectOption('en')
  })

  it('says that a task of somebody else does not exist', async () => {
    await page().goto(`${open.url}/tagging/4711`)
    await page().getByText('Task does not exist!').waitFor()
  })

  it('no script failed and none was refused', () => {
    expect(open.faults).toEqual([])
  })
})

describe.skipIf(chromiumPath === undefined)(`the help pages (${NO_BROWSER})`, () => {
  let open: OpenPage
  beforeAll(async () => {
    open = await openPage()
  })
  afterAll(() => open?.close())

  it('explain the query language from the catalogue, and lead to a search', async () => {
    const { page } = open
    await page.getByRole('link', { name: 'Help' }).click()
    await page.getByRole('heading', { name: 'Operators' }).waitFor()
    await looksRight(page, 'help')
    await page.getByRole('searchbox').fill('icon')
    await page.getByRole('rowheader', { name: 'icon_hash' }).waitFor()
    expect(await page.getByRole('rowheader', { name: 'banner', exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: 'icon_hash="-247388890"' }).first().click()
    await page.getByText('No record of the last year matches.').waitFor()
    await page.goBack()
  })

  it('explain the API from its description', async () => {
    const { page } = open
    await page.getByRole('link', { name: 'API', exact: true }).click()
    await page.getByText('/api/v1/search/all').click()
    await page.getByRole('region', { name: 'Parameters' }).first().getByText('qbase64').waitFor()
    await looksRight(page, 'help-api')
  })

  it('explain the tags, and how sure and how old they may be', async () => {
    const { page } = open
    await page.getByRole('link', { name: 'Tags', exact: true }).click()
    await page.getByText('tor_exit', { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: 'Aging' }).waitFor()
    await looksRight(page, 'help-tags')
  })

  it('name the sources as their licences ask, and the usage rules with their version', async () => {
    const { page } = open
    await page.getByRole('link', { name: 'Sources', exact: true }).click()
    await page.getByText('IP Geolocation by DB-IP (https://db-ip.com)').waitFor()
    await page.getByText('You alone are responsible for misuse.').waitFor()
    await page.getByText('Version 1').waitFor()
    await looksRight(page, 'help-sources')
  })

  it('no script failed and none was refused', () => {
    expect(open.faults).toEqual([])
  })
})
