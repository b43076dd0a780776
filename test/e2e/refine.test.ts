// From a search to what matters, in a real browser: completion with values, facets, time, map, hosts, exports, saved searches, and
// records that mean harm on every one of these ways.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, NO_BROWSER } from '../support/browser.ts'
import { looksRight, type OpenPage, openPage } from '../support/page.ts'
import { Processes } from '../support/serve.ts'

const DAY = 86_400_000
const timeOf = (days: number) =>
  new Date(Date.now() - days * DAY).toISOString().slice(0, 19).replace('T', ' ')

const SCRIPT = '<img src=x onerror="window.hurt=1"><script>window.hurt=1</script>'
const EVIL = `${SCRIPT}\u202egnp.exe\u0007 {{lng}} $t(nav.search)`
const FORMULA = '=HYPERLINK("https://evil.example","x")'

const ordinary = Array.from({ length: 60 }, (_, index) => ({
  host: `www${index}.example.com:${8000 + (index % 7)}`,
  link: `http://www${index}.example.com:${8000 + (index % 7)}`,
  ip: `192.0.2.${1 + (index % 20)}`,
  port: String(8000 + (index % 7)),
  protocol: 'http',
  title: `Login ${index}`,
  server: index % 3 === 0 ? 'nginx' : 'Apache',
  product: index % 3 === 0 ? 'nginx' : 'Apache httpd',
  country: ['DE', 'FR', 'US'][index % 3],
  country_name: ['Germany', 'France', 'United States'][index % 3],
  province: [index < 30 ? 'Bavaria' : 'Berlin', `Department ${index % 10}`, ''][index % 3],
  city: 'Somewhere',
  header: 'HTTP/1.1 200 OK\r\nServer: nginx',
  body: `<html>${'x'.repeat(60_000)}needle in the body</html>`,
  lastupdatetime: timeOf(index * 3),
}))
const hostile = {
  host: 'evil.example.org',
  ip: '192.0.2.99',
  port: '80',
  protocol: 'http',
  link: 'javascript:window.hurt=1',
  title: EVIL,
  server: EVIL,
  os: EVIL,
  city: `${EVIL}${'c'.repeat(3000)}`,
  province: EVIL,
  country: 'DE',
  country_name: EVIL,
  as_organization: EVIL,
  product: [EVIL],
  tag: [EVIL],
  banner: EVIL,
  header: `HTTP/1.1 200 OK\r\nX: ${EVIL}`,
  body: `${EVIL}${'y'.repeat(10_000_000)}`,
  lastupdatetime: timeOf(0),
}
const spreadsheet = {
  ...hostile,
  host: 'sheet.example.org',
  ip: '192.0.2.98',
  title: FORMULA,
  body: '@SUM(1)',
}

// Each test goes on from where the one before it ended, as people do.
describe.skipIf(chromiumPath === undefined)(`refining a search (${NO_BROWSER})`, () => {
  const processes = new Processes()
  let open: OpenPage
  const page = () => open.page

  beforeAll(async () => {
    open = await openPage()
    const file = join(open.data, 'records.ndjson')
    const records = [...ordinary, hostile, spreadsheet].map((record) => `${JSON.stringify(record)}\n`)
    writeFileSync(file, records.join(''))
    const loading = processes.run(['import', file, '--data', open.data])
    expect(await loading.ended, loading.output()).toBe(0)
  })
  afterAll(async () => {
    await open?.close()
    await processes.clean()
  })

  const query = () => page().getByLabel('Query', { exact: true })
  const written = () => page().locator('.cm-content').textContent()
  const ask = async (text: string) => {
    await page().goto(
      `${open.url}/result?qbase64=${encodeURIComponent(Buffer.from(text).toString('base64'))}`,
    )
    await page().locator('.cm-content').waitFor()
  }
  const count = (text: string) => page().getByText(text, { exact: true }).first().waitFor()
  /** The editor takes no choice of a list that has only just opened. */
  const unguarded = () => page().waitForTimeout(200)
  const settled = () => expect.poll(() => page().locator('.stale, .bone').count()).toBe(0)
  const facets = () => page().getByRole('complementary', { name: 'Narrow down' })

  it('offers the values that records hold, with their numbers, and searches for one', async () => {
    await page().goto(`${open.url}/`)
    await page().locator('.cm-content').waitFor()
    await query().pressSequentially('coun')
    await page()
      .getByRole('option', { name: /^country/ })
      .first()
      .waitFor()
    await unguarded()
    await unguarded()
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Enter')
    await page()
      .getByRole('option', { name: /^DE\s*22/ })
      .waitFor()
    await unguarded()
    await page().keyboard.press('ArrowDown')
    await page().keyboard.press('Enter')
    expect(await written()).toBe('country="DE"')
    await page().keyboard.press('Escape')
    await query().focus()
    await page().keyboard.press('Enter')
    await count('22 results')
  })

  it('completes above an answer without covering or moving it', async () => {
    const top = async () => (await page().locator('.count').boundingBox())?.y
    const before = await top()
    await query().press('End')
    await query().pressSequentially(' && title="')
    const options = page().locator('.query-options')
    await options.getByRole('option').first().waitFor()
    const box = await options.boundingBox()
    expect(box === null ? 0 : box.y + box.height).toBeLessThanOrEqual(Number(await top()))
    expect(await top()).toBe(before)
    await page().keyboard.press('Escape')
    await page().reload()
    await settled()
  })

  it('keeps to a facet’s value, leaves another out, and takes a condition back', async () => {
    await facets().getByRole('button', { name: 'Search for this: nginx' }).first().click()
    await count('20 results')
    await expect.poll(written).toContain(' && product=="nginx"')
    await settled()
    await facets().getByRole('button', { name: 'Exclude this: 8000' }).click()
    await expect.poll(written).toMatch(/ && port!==?"8000"/)
    await page()
      .getByRole('button', { name: /^Remove port!=/ })
      .click()
    await page().getByRole('button', { name: 'Remove product=="nginx"' }).click()
    await count('22 results')
    expect(await written()).toBe('country="DE"')
    await settled()
    await looksRight(page(), 'facets')
  })

  it('unfolds the regions of a country, keeps to one, and leaves one out together with its country', async () => {
    await ask('title="login"')
    await count('60 results')
    await settled()
    await facets().getByRole('button', { name: 'Regions of United States' }).click()
    await facets().getByText('No regions are recorded.').waitFor()
    await facets().getByRole('button', { name: 'Regions of United States' }).click()
    await facets().getByRole('button', { name: 'Regions of France' }).click()
    await facets()
      .getByRole('button', { name: /^all 10 France/ })
      .click()
    await page().getByLabel('Find a value').fill('Department 4')
    await page().getByRole('dialog').getByRole('button', { name: 'Exclude this: Department 4' }).click()
    await count('58 results')
    expect(await written()).toBe('title="login" && !(country=="FR" && province=="Department 4")')
    await page()
      .getByRole('button', { name: /^Remove !/ })
      .click()
    await count('60 results')
    await facets().getByRole('button', { name: 'Regions of Germany' }).focus()
    await page().keyboard.press('Enter')
    await facets().getByRole('button', { name: 'Search for this: Berlin' }).waitFor()
    await looksRight(page(), 'regions')
    await facets().getByRole('button', { name: 'Regions of Germany' }).click()
    await facets().getByRole('button', { name: 'Search for this: Berlin' }).click()
    await count('10 results')
    expect(await written()).toBe('title="login" && country=="DE" && province=="Berlin"')
    await settled()
    await facets().getByRole('button', { name: 'Remove this condition: Berlin' }).click()
    await count('20 results')
    expect(await written()).toBe('title="login" && country=="DE"')
    // The only country shows its regions by itself.
    await facets().getByRole('button', { name: 'Search for this: Bavaria' }).waitFor()
  })

  it('has a list of all values that can be searched', async () => {
    await ask('title="login"')
    await count('60 results')
    await settled()
    await facets()
      .getByRole('button', { name: /^all 7/ })
      .first()
      .click()
    await page().getByLabel('Find a value').fill('8006')
    await page().getByRole('dialog').getByRole('button', { name: '8006', exact: true }).click()
    await page().getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(written).toMatch(/^title="login" && port==?"8006"$/)
    await ask('title="login"')
    await count('60 results')
    await settled()
    await facets()
      .getByRole('button', { name: /^all 7/ })
      .first()
      .click()
    await page().getByLabel('Choose 8001').check()
    await page().getByLabel('Choose 8002').check()
    await page().getByRole('button', { name: 'Search for any of 2 chosen values' }).click()
    await expect.poll(written).toMatch(/^title="login" && \(port==?"8001" \|\| port==?"8002"\)$/)
  })

  it('narrows to a country by the map, and to a time by dragging and by its table', async () => {
    await ask('title="login"')
    await settled()
    await page().locator('.land.there').first().waitFor()
    await page().locator('.map a').first().dispatchEvent('click')
    await expect.poll(written).toMatch(/^title="login" && country==?"(DE|FR|US)"$/)
    await ask('title="login"')
    await settled()
    const table = page().locator('.map .count-menu')
    await table.getByText('As a table').click()
    const rows = await table.locator('tbody tr').allTextContents()
    const listed = await page().locator('.map-place + .facet .facet-name').allTextContents()
    expect(rows.map((row) => row.replace(/\d+$/, ''))).toEqual(listed)
    await table.getByRole('button').first().click()
    await expect.poll(written).toMatch(/^title="login" && country==?"(DE|FR|US)"$/)
    await ask('title="login"')
    await settled()
    const bars = await page().locator('.sparks').boundingBox()
    if (bars === null) throw new Error('there is no time line')
    await page().mouse.move(bars.x + bars.width * 0.7, bars.y + 10)
    await page().mouse.down()
    await page().mouse.move(bars.x + bars.width - 2, bars.y + 10)
    await page().mouse.up()
    await expect.poll(written).toMatch(/^title="login" && after="[\d :-]+" && before="[\d :-]+"$/)
    await settled()
    await page().getByText('Last seen, as a table').first().click()
    await page().locator('.timeline .count-menu button').first().click()
    await expect.poll(written).toMatch(/^title="login" && after="[\d :-]+" && before="[\d :-]+"$/)
  })

  it('marks what was found, also where it lies far down a text, and shows all of it on demand', async () => {
    await ask('body="needle"')
    await count('60 results')
    await page().locator('.text-tabs').getByRole('button', { name: 'Body' }).first().click()
    await page().locator('.long-text mark', { hasText: 'needle' }).waitFor()
    await page().getByText('The first 59 KB are skipped').waitFor()
    await page().getByRole('button', { name: 'Show all 59 KB' }).click()
    await page().getByRole('button', { name: 'Show less' }).waitFor()
    expect((await page().locator('.long-text pre').textContent())?.length).toBeGreaterThan(60_000)
  })

  it('is worked by keys alone: `/`, earlier queries, values', async () => {
    await page().locator('.text-tabs').getByRole('button', { name: 'Body' }).first().focus()
    await page().keyboard.press('/')
    await expect.poll(() => page().evaluate('document.activeElement.className')).toContain('cm-content')
    await page().keyboard.press('ArrowUp')
    expect(await written()).toContain('title="login" && after=')
    await page().keyboard.press('ArrowDown')
    expect(await written()).toBe('body="needle"')
    await page().locator('.text-tabs').getByRole('button', { name: 'Body' }).first().focus()
    const focused = () => page().evaluate('document.activeElement.textContent')
    const names = page().locator('.card .host-link')
    await page().keyboard.press('j')
    expect(await focused()).toBe(await names.nth(1).textContent())
    await page().keyboard.press('k')
    expect(await focused()).toBe(await names.nth(0).textContent())
    await page().keyboard.press('n')
    await page().getByText('Page 2 of 3').waitFor()
    await page().keyboard.press('p')
    await page().getByText('Page 1 of 3').waitFor()
    await settled()
    await page()
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: '192.0.2.1', exact: true })
      .first()
      .focus()
    await page().keyboard.press('ArrowRight')
    await page().keyboard.press('ArrowRight')
    await page().keyboard.press('Enter')
    await expect.poll(written).toBe('body="needle" && ip!="192.0.2.1"')
    await count('57 results')
    await settled()
  })

  it('goes back to the record that was left, with the query and the pages visible', async () => {
    await ask('body="needle"')
    await count('60 results')
    await settled()
    await page().mouse.wheel(0, 1200)
    const name = page().locator('.card .host-link').nth(12)
    const text = await name.textContent()
    await name.click()
    await page().locator('.host-page').waitFor()
    await page().goBack()
    await expect.poll(() => page().evaluate('document.activeElement.textContent')).toBe(text)
    expect(Number(await page().evaluate('scrollY'))).toBeGreaterThan(400)
    for (const part of ['.cm-content', '.count [role=status]', '.pager']) {
      const box = await page().locator(part).boundingBox()
      expect([part, box !== null && box.y >= 0 && box.y + box.height <= 800]).toEqual([part, true])
    }
    const stops = `[...document.querySelectorAll('.card')].map((card) => [...card.querySelectorAll('a, button')].filter((one) => one.tabIndex >= 0).length)`
    expect(Math.max(...((await page().evaluate(stops)) as number[]))).toBeLessThanOrEqual(3)
  })

  it('shows the whole record, the keys and their switch, and finds everything by one line', async () => {
    await page().keyboard.press('x')
    await page().locator('.record-fields').getByText('lastupdatetime').waitFor()
    await looksRight(page(), 'record')
    await page().keyboard.press('Escape')
    await page().keyboard.press('?')
    await page().getByLabel('Use shortcuts of a single character').uncheck()
    await looksRight(page(), 'keys')
    await page().keyboard.press('Escape')
    await page().keyboard.press('n')
    await page().keyboard.press('Control+k')
    await page().getByRole('dialog').getByRole('combobox').fill('www')
    await page().getByRole('option', { name: /Host$/ }).first().waitFor()
    await page().getByRole('dialog').getByRole('combobox').fill('example.c')
    await page()
      .getByRole('option', { name: /^example\.com\s*Host$/ })
      .waitFor()
    await looksRight(page(), 'palette')
    await page().getByRole('dialog').getByRole('combobox').fill('shortcuts')
    await page().keyboard.press('Enter')
    await page().getByLabel('Use shortcuts of a single character').check()
    await page().keyboard.press('Escape')
    await page().getByText('Page 1 of 3').waitFor()
    await page().getByLabel('Go to page').fill('3')
    await page().keyboard.press('Enter')
    await page().getByText('Page 3 of 3').waitFor()
    await page().getByLabel('Per page').selectOption('50')
    await page().getByText('Page 1 of 2').waitFor()
    expect(new URL(page().url()).searchParams.get('size')).toBe('50')
    await page().getByLabel('Per page').selectOption('20')
    await page().getByText('Page 1 of 3').waitFor()
  })

  it('counts any field, alone and crossed with another, as chart and CSV', async () => {
    await page().getByRole('button', { name: 'Statistics', exact: true }).click()
    await page().getByLabel('Field', { exact: true }).selectOption('country')
    await page()
      .getByRole('row', { name: /^Germany/ })
      .waitFor()
    // Loaded without another page before it, which might have brought the styles of bars.
    await page().reload()
    await page().locator('.value-table .bar').first().waitFor()
    const bar = `getComputedStyle(document.querySelector('.value-table .bar')).backgroundImage`
    await expect.poll(() => page().evaluate(bar)).toContain('linear-gradient')
    await page().getByRole('button', { name: 'Treemap' }).click()
    await looksRight(page(), 'statistics')
    const [file] = await Promise.all([
      page().waitForEvent('download'),
      page().getByRole('button', { name: 'CSV' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toMatch(
      /^\ufeffname,value,records,share\r\n.*,DE,\d+,0\.\d+/m,
    )
    await page().getByLabel('Crossed with').selectOption('server')
    await page().locator('.cross-table').waitFor()
    await looksRight(page(), 'cross')
    const sum = `[...document.querySelectorAll('.cross-table td')].reduce((sum, { textContent }) => sum + Number(textContent), 0)`
    expect(await page().evaluate(sum)).toBe(60)
    await page().getByRole('button', { name: 'Cards', exact: true }).click()
  })

  it('collapses look-alikes and compares two searches', async () => {
    await ask('body="needle" && country="FR"')
    await count('20 results')
    await page().getByRole('button', { name: 'Collapse', exact: true }).click()
    await expect.poll(() => new URL(page().url()).searchParams.get('collapse')).toBe('true')
    await settled()
    await count('20 results')
    await page().getByRole('button', { name: 'Collapse', exact: true }).click()
    await page().getByRole('button', { name: 'Compare', exact: true }).click()
    await page().getByLabel('Other query').fill('country="FR,US"')
    await page().getByRole('row', { name: 'Both 20' }).waitFor()
    await page().getByRole('row', { name: 'Only this search 0' }).waitFor()
    await page().getByRole('row', { name: 'Only the other 20' }).waitFor()
    await looksRight(page(), 'compare')
    await page().keyboard.press('Escape')
    await ask('body="needle"')
    await count('60 results')
  })

  it('opens the page of a host, with its services, tags on request and what changed', async () => {
    const address = page()
      .getByRole('list', { name: 'Results' })
      .getByRole('link', { name: '192.0.2.2', exact: true })
    await address.first().hover()
    await page().getByRole('link', { name: 'All about 192.0.2.2' }).first().click()
    await page().getByRole('heading', { name: '192.0.2.2' }).waitFor()
    expect(await page().locator('.services > li').count()).toBe(3)
    await page().locator('.tag-group').first().waitFor()
    await page().locator('.tag-group button').first().click()
    await page().getByText('confidence').first().waitFor()
    await page().getByRole('navigation', { name: 'Ports' }).getByRole('link').first().waitFor()
    expect(Number(await page().evaluate('document.querySelectorAll("*").length'))).toBeLessThan(3000)
    await looksRight(page(), 'host')
    await page().goto(`${open.url}/hosts/198.51.100.77`)
    await page().getByText('No data about 198.51.100.77').waitFor()
    await page().locator('.tag-group').first().waitFor()
    await looksRight(page(), 'host-unknown')
  })

  it('exports what was found, with its price before and a file after', async () => {
    await ask('title="login"')
    await count('60 results')
    await page().getByRole('button', { name: 'Export', exact: true }).click()
    await page().getByText('60 records, all of what matches.').waitFor()
    await looksRight(page(), 'export')
    await page().getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    const link = page().getByRole('link', { name: 'Download CSV' })
    await link.waitFor({ timeout: 30_000 })
    const [download] = await Promise.all([page().waitForEvent('download'), link.click()])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text.startsWith('\ufeffip,port,protocol,title,host')).toBe(true)
    expect(text.trimEnd().split('\r\n')).toHaveLength(61)
    await page().keyboard.press('Escape')
  })

  it('shows the call for programs without the key', async () => {
    await page().getByRole('button', { name: 'API', exact: true }).click()
    for (const kind of ['curl', 'URL', 'Python', 'TypeScript']) {
      await page().getByRole('button', { name: kind, exact: true }).click()
      const text = (await page().locator('.call-text').textContent()) ?? ''
      expect(text).toContain('/api/v1/search/all')
      expect(text).not.toMatch(/[0-9a-f]{32}/)
    }
    await looksRight(page(), 'call')
    await page().keyboard.press('Escape')
  })

  it('writes the query for other search engines, with what each loses', async () => {
    await page().getByRole('button', { name: 'Search elsewhere', exact: true }).click()
    const dialog = page().getByRole('dialog')
    for (const engine of ['FOFA', 'Shodan', 'Censys', 'ZoomEye', 'Quake', 'Hunter']) {
      await dialog.getByRole('button', { name: engine, exact: true }).click()
      expect((await dialog.locator('.call-text').textContent()) ?? '').toContain('login')
    }
    await looksRight(page(), 'elsewhere')
    await page().keyboard.press('Escape')
  })

  it('saves a search with the account, brings it back, and removes it', async () => {
    await page().getByRole('button', { name: 'Save', exact: true }).click()
    // The name has the focus and is chosen: no pointer is needed.
    await page().getByRole('dialog').waitFor()
    await page().keyboard.type('All logins')
    await looksRight(page(), 'save')
    await page().getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await page().getByRole('dialog').waitFor({ state: 'detached' })
    await page().goto(`${open.url}/`)
    await page()
      .getByRole('button', { name: /^All logins/ })
      .click()
    await count('60 results')
    await page().goto(`${open.url}/`)
    await page().getByRole('button', { name: 'Remove All logins' }).click()
    await page().getByText('Searches that you save appear here.').waitFor()
  })

  it('remembers the columns of the table', async () => {
    await ask('title="login"')
    await page().getByRole('button', { name: 'Table', exact: true }).click()
    await page().locator('summary', { hasText: 'Columns' }).click()
    await page().getByRole('checkbox', { name: 'Server' }).check()
    await page().keyboard.press('Escape')
    await page().reload()
    await page().getByRole('columnheader', { name: 'Server' }).waitFor()
    await page().getByRole('button', { name: 'Cards', exact: true }).click()
  })

  it('offers what can be done with a title above it, where nothing hides it', async () => {
    await ask('port="8001"')
    await settled()
    await page().locator('.card .title .value-text').first().hover()
    // Playwright clicks only what the pointer reaches.
    await page()
      .locator('.card .title')
      .first()
      .getByRole('button', { name: /^Exclude this: / })
      .click()
    await expect.poll(written).toContain('title!=')
  })

  it('shows hostile records as text on every way: results, facets, host, texts of megabytes', async () => {
    await ask('domain="example.org"')
    await count('2 results')
    await settled()
    await page().getByText('<script>window.hurt=1</script>').first().waitFor()
    await page().getByText('\\u{202e}gnp.exe').first().waitFor()
    await page().getByText('{{lng}} $t(nav.search)').first().waitFor()
    await page().locator('.text-tabs').getByRole('button', { name: 'Body' }).first().click()
    await page().locator('.long-text pre').waitFor()
    await looksRight(page(), 'hostile-facets')
    const card = page().locator('.card').first()
    const height = async () => (await card.boundingBox())?.height ?? 0
    const low = await height()
    await card.getByRole('button', { name: 'Show all', exact: true }).click()
    await expect.poll(height).toBeGreaterThan(low + 300)
    expect(await page().locator('body').textContent()).not.toMatch(/[\u202e\u0007]/)
    expect(await page().locator('a[href^="javascript:"]').count()).toBe(0)
    await page().goto(`${open.url}/hosts/192.0.2.99`)
    await page().getByRole('heading', { name: '192.0.2.99' }).waitFor()
    await looksRight(page(), 'hostile-host')
    const place = page().locator('.host-facts > div', { hasText: 'City' })
    expect((await place.boundingBox())?.height).toBeLessThan(150)
    await place.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(async () => (await place.boundingBox())?.height ?? 0).toBeGreaterThan(500)
    expect(await page().locator('body').textContent()).not.toMatch(/[\u202e\u0007]/)
    expect(await page().locator('a[href^="javascript:"]').count()).toBe(0)
    expect(await page().evaluate('window.hurt')).toBeUndefined()
  })

  it('exports hostile records so that no cell is a formula', async () => {
    await ask('host="sheet.example.org"')
    await count('1 result')
    await page().getByRole('button', { name: 'Export', exact: true }).click()
    await page().getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    const link = page().getByRole('link', { name: 'Download CSV' })
    await link.waitFor({ timeout: 30_000 })
    const [download] = await Promise.all([page().waitForEvent('download'), link.click()])
    const text = readFileSync(await download.path(), 'utf8')
    expect(text).toContain(`"'=HYPERLINK(""https://evil.example"",""x"")"`)
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
    await page().keyboard.press('Escape')
  })

  it('asks once before it leads out to the internet', async () => {
    await ask('host="www1.example.com:"')
    await count('1 result')
    const list = page().getByRole('list', { name: 'Results' })
    const link = list.getByRole('link', { name: /^Open the site/ })
    expect(await link.getAttribute('rel')).toBe('noreferrer noopener')
    for (const button of ['left', 'middle'] as const) {
      await link.click({ button })
      await page().getByRole('dialog', { name: 'Leave Periplus?' }).waitFor()
      await page().keyboard.press('Escape')
    }
    expect(page().context().pages().length).toBe(1)
    await list.getByRole('heading').getByRole('link').first().click()
    await page().getByRole('heading', { name: 'www1.example.com', level: 1 }).waitFor()
  })

  it('explains why nothing matches, and offers what exists', async () => {
    await ask('server="ngnix" && country="DE"')
    await count('0 results')
    const why = page().getByRole('region', { name: 'Why nothing matches' })
    await why.getByRole('row', { name: 'server="ngnix" 0 0' }).waitFor()
    await why.getByRole('row', { name: 'country="DE" 22 0' }).waitFor()
    await looksRight(page(), 'nothing')
    await why.getByRole('button', { name: 'server="nginx"' }).click()
    await count('20 results')
    expect(await written()).toBe('server="nginx" && country="DE"')
  })

  it('says that the server is gone, keeps what was typed, and goes on when it is back', async () => {
    await settled()
    await page().context().setOffline(true)
    await query().fill('title="login" && port="8001"')
    await page().keyboard.press('Escape')
    await query().focus()
    await page().keyboard.press('Enter')
    await page().getByText('The server cannot be reached.').waitFor()
    // What was found before stays, grey.
    await page().locator('.answer.stale').waitFor()
    expect(await written()).toBe('title="login" && port="8001"')
    await page().context().setOffline(false)
    await count('9 results')
  })

  it('stops a search that takes long, keeps the answer before it, and asks again', async () => {
    await settled()
    const held = Promise.withResolvers<void>()
    await page().route('**/web/api/search', async (route) => {
      await held.promise
      await route.abort().catch(() => {})
    })
    await query().fill('title="login" && port="8002"')
    await page().keyboard.press('Escape')
    await query().focus()
    await page().keyboard.press('Enter')
    await page().getByRole('button', { name: 'Stop', exact: true }).click()
    await page().getByText('The search was stopped.').waitFor()
    await page().locator('.answer.stale').waitFor()
    expect(await written()).toBe('title="login" && port="8002"')
    await looksRight(page(), 'stopped')
    await page().unroute('**/web/api/search')
    held.resolve()
    await page().getByRole('button', { name: 'Try again' }).click()
    await page().getByText('The search was stopped.').waitFor({ state: 'detached' })
    await settled()
    expect(await page().getByRole('button', { name: 'Stop', exact: true }).count()).toBe(0)
  })

  it('keeps the colour of the text when a browser styles the line', async () => {
    const colourOf = (selector: string) =>
      page().evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).color`)
    // What Chromium does now and then when the whole text is replaced.
    await page().evaluate(`document.querySelector('.cm-line').style.color = 'rgb(7, 94, 134)'`)
    expect(await colourOf('.cm-line .q-value')).toBe(await colourOf('.cm-content'))
  })

  it('speaks Chinese', async () => {
    await settled()
    await page().getByLabel('Language', { exact: true }).selectOption('zh')
    await page().getByRole('button', { name: '导出', exact: true }).waitFor()
    expect(await page().locator('.count p').textContent()).toMatch(
      /(最近一年（显示全部）|全部时间（仅最近一年）)/,
    )
    await looksRight(page(), 'results-zh')
    await page().getByRole('button', { name: '统计', exact: true }).click()
    const fields = page().getByLabel('字段', { exact: true }).getByRole('option')
    await expect.poll(() => fields.allTextContents()).toContain('端口（port）')
    const names = await fields.allTextContents()
    expect(names.filter((name) => name.includes('('))).toEqual([])
    await page().getByRole('button', { name: '卡片', exact: true }).click()
    await page().getByLabel('语言').selectOption('en')
  })

  it('no script failed and none was refused', () => {
    expect(open.faults).toEqual([])
  })
})
