// `periplus open`: a scan in a server of its own, which only the printed address opens and which leaves nothing.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, launchBrowser } from '../support/browser.ts'
import { type RunningCommand, runCommand, startCommand } from '../support/command.ts'

const root = mkdtempSync(join(tmpdir(), 'periplus-test-open-'))
const temporary = join(root, 'tmp')
const scan = join(root, 'scan.ndjson')
// Settings of another server, which must not count.
const environment = {
  TMPDIR: temporary,
  PERIPLUS_DATA: join(root, 'other'),
  PERIPLUS_STORE_URL: 'http://127.0.0.1:1/x',
}
const headers = { 'content-type': 'application/json' }

beforeAll(() => {
  mkdirSync(temporary)
  const old = '2019-03-01 00:00:00'
  const records = [22, 443].map((port) => ({ ip: '198.51.100.1', port, lastupdatetime: old }))
  writeFileSync(scan, records.map((record) => JSON.stringify(record)).join('\n'))
})
const commands: RunningCommand[] = []
afterAll(async () => {
  for (const command of commands) await command.kill()
  rmSync(root, { recursive: true, force: true })
})

async function open(...options: readonly string[]): Promise<{ command: RunningCommand; url: URL }> {
  const command = startCommand(['open', scan, '--no-browser', ...options], environment)
  commands.push(command)
  const [, address = ''] = await command.printed(/(http:\S+\/open#\S+)/)
  return { command, url: new URL(address) }
}

/** A command on a desktop whose browser writes down what it was started with. */
async function openInBrowser(): Promise<{ command: RunningCommand; output: string; file: string }> {
  const [commandsPath, note] = [join(root, 'bin'), join(root, 'note')]
  mkdirSync(commandsPath)
  const browser = join(commandsPath, 'xdg-open')
  writeFileSync(
    browser,
    `#!/bin/sh\n{ printf '%s\\n' "$@"; env; } >'${note}.part'\nmv '${note}.part' '${note}'\n`,
  )
  chmodSync(browser, 0o755)
  const command = startCommand(['open', scan], {
    ...environment,
    PATH: `${commandsPath}:${process.env.PATH}`,
    DISPLAY: ':0',
    SSH_CONNECTION: '',
    WSL_DISTRO_NAME: '',
    NODE_OPTIONS: '--import data:text/javascript,process.stderr.isTTY=true',
  })
  commands.push(command)
  await expect.poll(() => existsSync(note), { timeout: 60_000 }).toBe(true)
  const output = readFileSync(note, 'utf8')
  return { command, output, file: output.split('\n', 1)[0] ?? '' }
}

/** The account that a cookie is signed in as; null where it is not. */
async function whoIs(url: URL, cookie: string): Promise<unknown> {
  const answer = await fetch(new URL('/web/api/session', url), { headers: { cookie } })
  return ((await answer.json()) as { account: unknown }).account
}

async function signIn(url: URL, token: string) {
  const body = JSON.stringify({ token })
  const answer = await fetch(new URL('/web/api/session/open', url), { method: 'POST', headers, body })
  const [cookie = ''] = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0] ?? '')
  const { csrf = '', server } = (await answer.json()) as { csrf?: string; server?: object }
  return { status: answer.status, cookie, csrf, server }
}

/** What a browser shows at the address: all records, also after another search, and nothing without its token. */
async function look(url: URL): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(new URL('/', url).href)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    // The answer who is signed in comes late.
    await page.route('**/web/api/session', async (route) => {
      await sleep(1000)
      await route.continue()
    })
    await page.goto(url.href)
    await page.getByText('2 results').waitFor()
    // The token is gone from the address, and from the history that it would stay in.
    expect(page.url()).not.toContain(url.hash.slice(1))
    await page.goto(new URL(`/result?qbase64=${btoa('port="22"')}`, url).href)
    await page.getByText('1 result').waitFor()
  } finally {
    await browser.close()
  }
}

describe('periplus open', () => {
  it('shows records of any age to whoever has the address, and leaves nothing when it is interrupted', async () => {
    const { command, url } = await open()
    expect(url.hostname).toBe('127.0.0.1')
    expect((await fetch(url)).status).toBe(200)
    const token = url.hash.slice(1)
    expect((await signIn(url, `${token.slice(1)}x`)).status).toBe(410)
    const session = await signIn(url, token)
    expect(session).toMatchObject({ status: 200, server: { all_records: true } })
    // Browsers send the cookies of another server on this address, too.
    expect(session.cookie).toMatch(/^periplus_open_/)
    const search = await fetch(new URL('/web/api/search', url), {
      method: 'POST',
      headers: { ...headers, cookie: session.cookie, 'x-csrf-token': session.csrf },
      body: JSON.stringify({ query: 'port!=""', full: true, page: 1, size: 10 }),
    })
    expect(await search.json()).toMatchObject({ total: 2 })
    expect(readdirSync(temporary)).toHaveLength(1)
    if (chromiumPath !== undefined) await look(url)
    command.child.kill('SIGINT')
    expect(await command.finished).toMatchObject({ code: 0, error: '' })
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(join(root, 'other'))).toBe(false)
  })

  it('starts the browser with a file that only its user can read, and removes it once it was used', async () => {
    const { command, output, file } = await openInBrowser()
    expect(output).not.toContain('/open#')
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    const [, address = ''] = /url=(http:[^"]+)/.exec(readFileSync(file, 'utf8')) ?? []
    const url = new URL(address)
    const token = url.hash.slice(1)
    expect(output).not.toContain(token)
    expect((await signIn(url, token)).status).toBe(200)
    expect(existsSync(file)).toBe(false)
    expect((await signIn(url, token)).status).toBe(410)
    command.child.kill('SIGINT')
    expect(await command.finished).toMatchObject({ code: 0 })
    expect(readdirSync(temporary)).toEqual([])
  })

  it('removes what a killed one left, and neither what runs nor what a symbolic link names', async () => {
    const [killed, running] = [await open(), await open()]
    await killed.command.kill()
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(elsewhere, { mode: 0o700 })
    for (const name of readdirSync(temporary)) {
      const lock = JSON.parse(readFileSync(join(temporary, name, 'lock'), 'utf8')) as { pid: number }
      if (lock.pid === killed.command.child.pid) writeFileSync(join(elsewhere, 'lock'), JSON.stringify(lock))
    }
    const link = join(temporary, 'periplus-open-aaaaaa')
    symlinkSync(elsewhere, link)
    expect(readdirSync(temporary)).toHaveLength(3)
    const last = await open()
    expect(readdirSync(temporary)).toHaveLength(3)
    expect(readdirSync(elsewhere)).toEqual(['lock'])
    expect((await signIn(running.url, running.url.hash.slice(1))).status).toBe(200)
    for (const { command } of [running, last]) {
      command.child.kill('SIGINT')
      expect(await command.finished).toMatchObject({ code: 0 })
    }
    expect(readdirSync(temporary)).toEqual(['periplus-open-aaaaaa'])
    rmSync(link)
  })

  it('ends the sessions of its link with the server', async () => {
    const kept = join(root, 'kept-session')
    const { command, url } = await open('--keep', kept)
    const { cookie } = await signIn(url, url.hash.slice(1))
    const token = cookie.slice(cookie.indexOf('=') + 1)
    expect(await whoIs(url, cookie)).toMatchObject({ email: expect.any(String) })
    await command.kill()
    const server = startCommand(['serve', '--data', kept], { PERIPLUS_HTTP_PORT: '0' })
    commands.push(server)
    const [, address = ''] = await server.printed(/listening on (\S+)/)
    expect(await whoIs(new URL(address), `periplus_session=${token}`)).toBeNull()
    await server.kill()
  })

  it('with --keep makes a data directory with a first account, and refuses one that holds something', async () => {
    const kept = join(root, 'kept')
    const { command } = await open('--keep', kept)
    command.child.kill('SIGTERM')
    const { code, out } = await command.finished
    expect([code, out]).toEqual([0, expect.stringMatching(/first account[\s\S]*key: +[0-9a-f]{32}/)])
    expect((await runCommand(['search', 'port=22', '--full', '--data', kept])).out).toContain('198.51.100.1')
    const again = await runCommand(['open', scan, '--keep', kept], '', environment)
    expect(again).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') })
  })

  it('of a file that is not a scan fails with its reason and leaves nothing', async () => {
    const other = join(root, 'other.txt')
    writeFileSync(other, 'not a scan\n')
    const { code, out, error } = await runCommand(['open', other, '--no-browser'], '', environment)
    expect([code, error]).toEqual([1, 'periplus: nothing was imported\n'])
    expect(out).toMatch(/1 file refused/)
    expect(readdirSync(temporary)).toEqual([])
  })
})
