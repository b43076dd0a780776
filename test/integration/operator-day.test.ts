// An operator's day in a plain Debian, from the documentation alone: install, service, import, nightly backup, restore elsewhere, a full
// disk, and upgrades from every earlier version. Needs root, debootstrap, a Debian mirror, the npm registry and some minutes: part of
// `npm run test:long` where there is debootstrap, and of PERIPLUS_TEST_DEBOOTSTRAP=1. Lines in `code` of docs/operations.md run as they are there.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LONG } from '../support/long.ts'
import { freePorts } from '../support/clickhouse.ts'
import { until } from '../support/serve.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CAN = process.getuid?.() === 0 && spawnSync('debootstrap', ['--version']).error === undefined
const WANTED = process.env['PERIPLUS_TEST_DEBOOTSTRAP'] === '1' || (LONG && CAN)
const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
const unit = readFileSync(join(ROOT, 'deploy/systemd/periplus.service'), 'utf8')
const PATH = '/usr/sbin:/usr/bin:/sbin:/bin'

/** The line of the documentation that contains a text, without its remark. */
function documented(text: string): string {
  const line = page.split('\n').find((one) => one.includes(text))
  if (line === undefined) throw new Error(`docs/operations.md has no line with \`${text}\``)
  return line.replace(/ {2,}#.*$/, '').trim()
}

describe.skipIf(!WANTED)('a day of an operator', () => {
  const work = mkdtempSync(join(tmpdir(), 'periplus-day-'))
  const system = join(work, 'debian')
  const mounted = new Set<string>()
  let server: ChildProcess | undefined
  let url = ''

  /** Runs a line of shell in the plain Debian. */
  const sh = (line: string, user = 'root'): { readonly code: number | null; readonly text: string } => {
    const args = [`--userspec=${user}:${user}`, system, '/bin/sh', '-c', line]
    const { status, stdout, stderr } = spawnSync('chroot', args, {
      encoding: 'utf8',
      env: { PATH, HOME: '/' },
    })
    return { code: status, text: stdout + stderr }
  }
  const done = (line: string, user?: string): string => {
    const { code, text } = sh(line, user)
    if (code !== 0) throw new Error(`${line}\n${text}`)
    return text
  }
  const mount = (kind: string, place: string, ...options: readonly string[]): void => {
    mkdirSync(join(system, place), { recursive: true })
    execFileSync('mount', ['-t', kind, ...options, kind, join(system, place)])
    mounted.add(join(system, place))
  }

  /** Starts the service as the unit does. */
  async function start(): Promise<void> {
    const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? []
    const [, file = ''] = /^EnvironmentFile=-(.+)$/m.exec(unit) ?? []
    const [, mask = ''] = /^UMask=(.+)$/m.exec(unit) ?? []
    const line = `umask ${mask}; cd /; set -a; . ${file}; set +a; exec ${command}`
    const args = ['--userspec=periplus:periplus', system, '/bin/sh', '-c', line]
    server = spawn('chroot', args, { env: { PATH, HOME: '/' }, stdio: 'ignore' })
    const ready = () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.ok || undefined,
        () => undefined,
      )
    await until(ready, () => 'the service is not ready', 200)
  }

  async function stop(): Promise<void> {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('close', resolve))
    running.kill('SIGTERM')
    await ended
  }

  beforeAll(async () => {
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', system], { stdio: 'ignore' })
    execFileSync(process.execPath, [join(ROOT, 'scripts/release.ts')], { cwd: ROOT, stdio: 'ignore' })
    const release = join(ROOT, 'dist/release')
    const [file = ''] = readdirSync(release).filter((name) => name.endsWith('.deb'))
    cpSync(join(release, file), join(system, 'root/periplus.deb'))
    mount('proc', 'proc')
    const [port = 0] = await freePorts(1)
    url = `http://127.0.0.1:${port}`
    writeFileSync(join(system, 'etc/periplus.env'), `PERIPLUS_HTTP_PORT='${port}'\nPERIPLUS_DEMO='false'\n`)
  }, 1_200_000)
  afterAll(async () => {
    await stop()
    for (const place of mounted) execFileSync('umount', ['-l', place])
    rmSync(work, { recursive: true, force: true })
  })

  it('begins with the package: a command, a user, a unit, and a man page', () => {
    done('dpkg -i /root/periplus.deb')
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
    expect(done('periplus --version').trim()).toBe(version)
    expect(done('id -gn periplus').trim()).toBe('periplus')
    for (const file of ['lib/systemd/system/periplus.service', 'usr/share/man/man1/periplus.1'])
      expect(readFileSync(join(system, file), 'utf8').length).toBeGreaterThan(1000)
    if (spawnSync('systemd-analyze', ['--version']).status !== 0) return
    const copy = join(work, 'periplus.service')
    writeFileSync(copy, unit.replace('/opt/periplus', join(system, 'opt/periplus')))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('goes on with the service, its first account and a scan', async () => {
    // What StateDirectory= does.
    done('install -d -o periplus -g periplus -m 700 /var/lib/periplus')
    await start()
    const [, key = ''] =
      /^key: +(\S+)$/m.exec(readFileSync(join(system, 'var/lib/periplus/first-account.txt'), 'utf8')) ?? []
    const lines = Array.from({ length: 500 }, (_, n) => `{"ip":"198.51.100.7","port":${1000 + n}}`)
    writeFileSync(join(system, 'tmp/scan.ndjson'), lines.join('\n'))
    done('periplus import /tmp/scan.ndjson --data /var/lib/periplus', 'periplus')
    expect(await total(key)).toBe(500)
    const doctor = sh('set -a; . /etc/periplus.env; periplus doctor --data /var/lib/periplus', 'periplus')
    expect(doctor.text).not.toMatch(/^error/m)
  })

  async function total(key: string): Promise<number> {
    const query = { email: 'admin@localhost', key, qbase64: btoa('port!=""'), full: 'true', size: '1' }
    const answer = await fetch(`${url}/api/v1/search/all?${new URLSearchParams(query)}`)
    return ((await answer.json()) as { total: number }).total
  }

  it('has a backup at night, which is restored elsewhere and served there', async () => {
    done(documented('install -d -o periplus -g periplus -m 700 /srv/backups'))
    // A minimal Debian has no syslog: `logger` would fail after the backup did.
    const nightly = documented('17 3 * * *').replace(/^17 3 \* \* \* +/, '')
    expect(sh(nightly, 'periplus')).toEqual({ code: 0, text: '' })
    expect(done(documented('periplus restore /srv/backups --check'), 'periplus')).toContain('500 records')
    await stop()
    done(documented('periplus restore /srv/backups --data').replace('/var/lib/', '/tmp/'), 'periplus')
    done('mv /var/lib/periplus /var/lib/periplus-old && mv /tmp/periplus-new /var/lib/periplus')
    await start()
    const old = readFileSync(join(system, 'var/lib/periplus-old/first-account.txt'), 'utf8')
    expect(await total(/^key: +(\S+)$/m.exec(old)?.[1] ?? '')).toBe(500)
    await stop()
  })

  it('ends with a full disk that is reported in one line and loses nothing', () => {
    mount('tmpfs', 'var/lib/small', '-o', 'size=160m,mode=0777')
    const data = '--data /var/lib/small/data'
    done(`periplus import /tmp/scan.ndjson ${data}`, 'periplus')
    sh('dd if=/dev/zero of=/var/lib/small/filler bs=1M', 'periplus')
    const more = Array.from({ length: 5000 }, (_, n) => `{"ip":"198.51.100.8","port":${1000 + n}}`)
    writeFileSync(join(system, 'tmp/more.ndjson'), more.join('\n'))
    const { code, text } = sh(`periplus import /tmp/more.ndjson ${data}`, 'periplus')
    expect([code, text]).toEqual([1, expect.stringMatching(/^periplus: .*(?:full|room|space)/m)])
    done('rm /var/lib/small/filler')
    done(`periplus import /tmp/more.ndjson ${data}`, 'periplus')
    expect(
      done(`periplus export 'port!=""' --full --fields port ${data} 2>/dev/null | wc -l`, 'periplus').trim(),
    ).toBe('5500')
  })

  it.each(readdirSync(join(ROOT, 'test/fixtures/data')))(
    'upgrades %s',
    (file) => {
      const data = `/tmp/${file.replace('.tar.gz', '')}`
      mkdirSync(join(system, data))
      execFileSync('tar', ['-xzf', join(ROOT, 'test/fixtures/data', file), '-C', join(system, data)])
      const { records } = JSON.parse(readFileSync(join(system, data, 'expected.json'), 'utf8')) as {
        records: number
      }
      done(`chown -R periplus:periplus ${data}`)
      const found = done(
        `periplus export 'host="example.com"' --full --fields host --data ${data} 2>/dev/null | wc -l`,
        'periplus',
      )
      expect(Number(found.trim())).toBe(records)
      expect(done(`periplus doctor --quick --data ${data}`, 'periplus')).not.toMatch(
        /^error +(?:records|accounts|secret)/m,
      )
    },
    60_000,
  )
})
