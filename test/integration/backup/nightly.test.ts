// The nightly backup exactly as docs/operations.md gives it to cron, with accounts in PostgreSQL; and what a data directory remembers of
// where its accounts are.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { MAIN_PROGRAM } from '../../support/main-program.ts'
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../../support/postgres.ts'
import { Processes } from '../../support/serve.ts'

const project = resolve(import.meta.dirname, '../../..')
const page = readFileSync(join(project, 'docs/operations.md'), 'utf8')
const [, LINE = ''] = /^17 3 \* \* \* {2}(.+)$/m.exec(page) ?? []

const processes = new Processes()
afterEach(() => processes.clean())

/** The places of the documentation on this machine. */
interface Machine {
  readonly data: string
  readonly settings: string
  readonly backups: string
}

/** A machine on which the program is installed, as far as the line looks at it. `logger` writes a file. */
function machine(): Machine & {
  readonly nightly: () => { readonly logged: boolean; readonly text: string }
} {
  const data = processes.newData()
  const root = join(data, '..')
  const place = { data, settings: join(root, 'periplus.env'), backups: join(root, 'backups') }
  const program = join(root, 'opt')
  for (const folder of [join(program, 'bin'), place.backups, join(root, 'tools')])
    mkdirSync(folder, { recursive: true })
  copyFileSync(join(project, 'bin/periplus'), join(program, 'bin/periplus'))
  // Installing and building have their own tests.
  writeFileSync(join(program, 'bin/setup'), `echo ${relative(project, MAIN_PROGRAM)}\n`)
  for (const name of ['src', 'dist', 'node_modules']) symlinkSync(join(project, name), join(program, name))
  const logged = join(root, 'logged')
  writeFileSync(join(root, 'tools/logger'), `#!/bin/sh\necho "$@" >${logged}\n`, { mode: 0o755 })
  const line = LINE.replaceAll('/opt/periplus', program)
    .replaceAll('/var/lib/periplus', data)
    .replaceAll('/srv/backups', place.backups)
    .replaceAll('/etc/periplus.env', place.settings)
  const nightly = () => {
    rmSync(logged, { force: true })
    // What cron gives a command, with the stand-in first.
    const env = {
      HOME: root,
      LOGNAME: 'periplus',
      SHELL: '/bin/sh',
      PATH: `${root}/tools:/usr/local/bin:/usr/bin:/bin`,
    }
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { env, encoding: 'utf8' })
    return { logged: existsSync(logged), text: stdout + stderr }
  }
  return { ...place, nightly }
}

const create = (data: string): string[] => [
  'account',
  'create',
  '--email',
  'ada@example.com',
  '--data',
  data,
  '--json',
]
const read = async (backups: string): Promise<string> => processes.outputOf(['restore', backups, '--check'])

describe('the nightly backup of the documentation', () => {
  it('works as pasted with accounts in the data directory, and is silent', async () => {
    const { data, backups, nightly } = machine()
    await processes.outputOf(create(data))
    expect(nightly()).toEqual({ logged: false, text: '' })
    expect(await read(backups)).toContain('0 records and 1 account ')
  })

  it('fails and says why where there is no account', async () => {
    const { data, backups, nightly } = machine()
    mkdirSync(data)
    const { logged, text } = nightly()
    expect({ logged, files: readdirSync(backups) }).toEqual({ logged: true, files: [] })
    expect(text).toContain('there is no account to back up')
    await processes.outputOf(['backup', '--data', data, '--out', backups, '--force'])
    expect(await read(backups)).toContain('0 records and 0 accounts ')
  })

  it('fails where the accounts of the data directory are missing', async () => {
    const { data, backups, nightly } = machine()
    await processes.outputOf(create(data))
    rmSync(join(data, 'state.sqlite'))
    const { logged, text } = nightly()
    expect({ logged, files: readdirSync(backups) }).toEqual({ logged: true, files: [] })
    expect(text).toContain('were in its file state.sqlite, which is missing')
    await expect(processes.outputOf(['serve', '--data', data, '--port', '0'])).rejects.toThrow(
      'which is missing',
    )
  })
})

const reason = NO_POSTGRES === undefined ? '' : ` (skipped: ${NO_POSTGRES})`
describe.skipIf(NO_POSTGRES !== undefined)(`a data directory with accounts in PostgreSQL${reason}`, () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())

  it('has a nightly backup that works as pasted, and none without the settings of the server', async () => {
    const { data, settings, backups, nightly } = machine()
    const url = await postgres.create()
    await processes.outputOf(create(data), { PERIPLUS_STATE_URL: url })
    const without = nightly()
    expect(without).toMatchObject({ logged: true })
    expect(without.text).toContain('are in PostgreSQL, `')
    expect(readdirSync(backups)).toEqual([])
    writeFileSync(settings, `PERIPLUS_STATE_URL='${url}'\n`)
    expect(nightly()).toEqual({ logged: false, text: '' })
    expect(await read(backups)).toContain('0 records and 1 account ')
  })

  it('remembers nothing secret, and refuses commands and servers with other accounts', async () => {
    const { data } = machine()
    const url = await postgres.create()
    const secret = 'Xyzzy-7'
    const known = new URL(url)
    known.password = secret
    await processes.outputOf(create(data), { PERIPLUS_STATE_URL: known.href })
    expect(readFileSync(join(data, 'accounts.json'), 'utf8')).not.toContain(secret)
    const others = { PERIPLUS_STATE_URL: await postgres.create() }
    const list = ['account', 'list', '--data', data]
    await expect(processes.outputOf(list)).rejects.toThrow('state.url is not set here')
    await expect(processes.outputOf(list, others)).rejects.toThrow('no longer holds the accounts of')
    const serve = ['serve', '--port', '0', '--data', data]
    await expect(processes.outputOf(serve, others)).rejects.toThrow('no longer holds the accounts of')
    await expect(processes.outputOf(['doctor', '--data', data])).rejects.toThrow('state.url is not set here')
    rmSync(join(data, 'accounts.json'))
    await processes.outputOf(list, others)
  })

  it('that had them in its file does not begin with others in PostgreSQL', async () => {
    const { data } = machine()
    await processes.outputOf(create(data))
    const environment = { PERIPLUS_STATE_URL: await postgres.create() }
    await expect(processes.outputOf(['account', 'list', '--data', data], environment)).rejects.toThrow(
      'are in its file state.sqlite',
    )
  })
})
