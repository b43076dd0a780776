// The package as users get it: `npm pack`, then `npm install -g` into an empty prefix from the registry, and a scan on the screen.
// Takes some minutes and downloads 0.3 GB: part of `npm run test:long` only.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG } from '../support/long.ts'
import { RunningCommand } from '../support/command.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WANTED = LONG
const MIB = 1024 ** 2

describe.skipIf(!WANTED)('the package', () => {
  const root = mkdtempSync(join(tmpdir(), 'periplus-package-'))
  const prefix = join(root, 'prefix')
  const installed = join(prefix, 'lib/node_modules/periplus')
  const command = join(prefix, 'bin/periplus')
  const scan = join(root, 'scan.ndjson')
  // What a machine has without the tools of this checkout.
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: root, TMPDIR: join(root, 'tmp'), NO_COLOR: '1' }

  const run = (...args: readonly string[]): string =>
    execFileSync(command, [...args], { cwd: root, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

  beforeAll(() => {
    mkdirSync(env.TMPDIR)
    writeFileSync(
      scan,
      '{"ip":"198.51.100.1","port":22,"protocol":"ssh","lastupdatetime":"2020-01-01 00:00:00"}\n',
    )
    execFileSync('npm', ['pack', '--pack-destination', root], { cwd: ROOT, stdio: 'ignore' })
    const [tarball = ''] = readdirSync(root).filter((name) => name.endsWith('.tgz'))
    const options = ['install', '-g', '--prefix', prefix, '--cache', join(root, 'cache'), join(root, tarball)]
    // The registry may be configured for the user.
    execFileSync('npm', options, { cwd: root, env: { ...process.env, PATH: env.PATH }, stdio: 'ignore' })
  }, 900_000)
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  it('has no source, and fits into 1 GiB with all it needs', () => {
    const own = filesBelow(installed, (path) => path === join(installed, 'node_modules'))
    expect(own.filter(({ path }) => path.endsWith('.ts'))).toEqual([])
    const bytes = filesBelow(prefix).reduce((sum, { size }) => sum + size, 0)
    expect(bytes / MIB).toBeLessThan(1024)
  })

  it('imports, searches, tags, backs up and restores, and never writes into its folder', () => {
    const before = stateOf(installed)
    const data = ['--data', join(root, 'data')]
    expect(JSON.parse(run('import', scan, '--json', ...data))).toMatchObject({ added: 1 })
    expect(run('search', 'port=22', '--full', '--fields', 'ip', ...data)).toContain('198.51.100.1')
    writeFileSync(join(root, 'list.txt'), '127.0.0.1\n')
    expect(run('tag', join(root, 'list.txt'), ...data)).toContain('loopback')
    run('account', 'create', '--email', 'ada@example.com', ...data)
    run('backup', '--out', root, ...data)
    const [backup = ''] = readdirSync(root).filter((name) => name.endsWith('.tar'))
    run('restore', join(root, backup), '--data', join(root, 'restored'))
    expect(run('search', 'port=22', '--full', '--data', join(root, 'restored'))).toContain('198.51.100.1')
    expect(stateOf(installed)).toBe(before)
  })

  it('shows a scan in the browser with one command', async () => {
    const child = spawn(command, ['open', scan, '--no-browser'], { cwd: root, env, stdio: 'pipe' })
    const open = new RunningCommand(child)
    const [, address = ''] = await open.printed(/(http:\S+\/open#\S+)/)
    const page = await fetch(address)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/assets/')])
    child.kill('SIGINT')
    expect((await open.finished).code).toBe(0)
    expect(readdirSync(env.TMPDIR)).toEqual([])
  })

  it('runs where npm puts the runtime beside it', () => {
    const project = join(root, 'project')
    mkdirSync(join(project, 'node_modules'), { recursive: true })
    const modules = join(installed, 'node_modules')
    for (const name of readdirSync(modules).filter((one) => one !== '.bin'))
      execFileSync('cp', ['-al', join(modules, name), join(project, 'node_modules', name)])
    execFileSync('cp', ['-al', installed, join(project, 'node_modules/periplus')])
    rmSync(join(project, 'node_modules/periplus/node_modules'), { recursive: true })
    const hoisted = join(project, 'node_modules/periplus/bin/periplus')
    const plain = { cwd: root, env: { ...env, PATH: '/usr/bin:/bin' }, encoding: 'utf8' } as const
    expect(execFileSync(hoisted, ['import', scan, '--data', join(root, 'hoisted')], plain)).toMatch(
      /1 record added/,
    )
  })
})

interface FoundFile {
  readonly path: string
  readonly size: number
}

function filesBelow(directory: string, leaveOut: (path: string) => boolean = () => false): FoundFile[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (leaveOut(path)) return []
    return entry.isDirectory() ? filesBelow(path, leaveOut) : [{ path, size: lstatSync(path).size }]
  })
}

/** Names, sizes and times of all files of a folder. */
function stateOf(directory: string): string {
  const hash = createHash('sha256')
  for (const { path, size } of filesBelow(directory)) {
    const about = lstatSync(path)
    const target = about.isSymbolicLink() ? readlinkSync(path) : ''
    hash.update(`${path} ${size} ${about.mtimeMs} ${target}\n`)
  }
  return hash.digest('hex')
}
