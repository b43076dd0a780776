// Files of a release in `dist/release`: an archive that works without a network (runtime, program, engine, databases), a Debian package
// of the same folder, a software bill of materials (CycloneDX), provenance notes, and checksums.
// `node scripts/release.ts [--arch x64|arm64]`; needs npm, tar and zstd, and dpkg-deb for the Debian package.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const out = join(root, 'dist/release')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const at = process.argv.indexOf('--arch')
const arch = at < 0 ? process.arch : process.argv[at + 1]
if (arch !== 'x64' && arch !== 'arm64') throw new Error(`--arch must be x64 or arm64, not ${arch}`)
const name = `periplus-${version}-linux-${arch}`
const folder = join(out, name)

function run(cwd: string, command: string, ...args: readonly string[]): string {
  return execFileSync(command, [...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  })
}

/** The time of the last commit, so that the same sources give the same archive; now where there is no repository. */
function sourceDate(): string {
  const { stdout, status } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return `@${status === 0 ? stdout.trim() : Math.floor(Date.now() / 1000)}`
}

/** The package with everything it depends on, as `npm ci` installs it from the lock file. */
function stage(): void {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(root, 'npm', 'pack', '--pack-destination', out)
  run(out, 'tar', '-xzf', `periplus-${version}.tgz`, '--strip-components=1', '-C', folder)
  for (const file of ['package-lock.json', '.npmrc']) cpSync(join(root, file), join(folder, file))
  const target = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  run(folder, 'npm', 'ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...target)
  // They are optional packages: npm says nothing where the registry has none for the processor.
  for (const needed of [`@chdb/lib-linux-${arch}-gnu`, `node-linux-${arch}`])
    if (!existsSync(join(folder, 'node_modules', needed)))
      throw new Error(`the registry did not give \`${needed}\`; without it nothing runs on ${arch}`)
  const sbom = run(folder, 'npm', 'sbom', '--omit=dev', '--sbom-format=cyclonedx', '--package-lock-only')
  writeFileSync(join(out, `${name}.cdx.json`), sbom)
  // Headers and manuals of the runtime are for building other programs.
  const runtime = join(folder, `node_modules/node-linux-${arch}`)
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    rmSync(join(runtime, part), { recursive: true, force: true })
  rmSync(join(folder, 'package-lock.json'))
  rmSync(join(folder, '.npmrc'))
}

const OWNER = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']

function archive(): void {
  const file = `${name}.tar.zst`
  run(out, 'tar', ...OWNER, `--mtime=${sourceDate()}`, '-I', 'zstd -10 -T0', '-cf', file, name)
}

/** Control data of the Debian package. */
function control(kibibytes: number): string {
  return `Package: periplus
Version: ${version}
Architecture: ${arch === 'x64' ? 'amd64' : 'arm64'}
Maintainer: Periplus <periplus@localhost>
Depends: libc6 (>= 2.28), passwd
Installed-Size: ${kibibytes}
Section: net
Priority: optional
Description: search over internet-facing assets, and bulk tagging of addresses
 Your own search engine for the results of Nmap, masscan, ZMap, httpx and other scanners.
`
}

function debian(): void {
  const place = join(out, 'debian')
  const shared = (path: string, file: string): void => {
    mkdirSync(join(place, path, '..'), { recursive: true })
    cpSync(file, join(place, path))
  }
  mkdirSync(join(place, 'opt'), { recursive: true })
  mkdirSync(join(place, 'usr/bin'), { recursive: true })
  cpSync(folder, join(place, 'opt/periplus'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('/opt/periplus/bin/periplus', join(place, 'usr/bin/periplus'))
  shared('lib/systemd/system/periplus.service', join(root, 'deploy/systemd/periplus.service'))
  shared('usr/share/man/man1/periplus.1', join(folder, 'dist/share/periplus.1'))
  shared('usr/share/bash-completion/completions/periplus', join(folder, 'dist/share/periplus.bash'))
  shared('usr/share/zsh/vendor-completions/_periplus', join(folder, 'dist/share/periplus.zsh'))
  shared('usr/share/fish/vendor_completions.d/periplus.fish', join(folder, 'dist/share/periplus.fish'))
  const [kibibytes = '0'] = run(place, 'du', '-sk', '.').split('\t')
  mkdirSync(join(place, 'DEBIAN'))
  writeFileSync(join(place, 'DEBIAN/control'), control(Number(kibibytes)))
  for (const script of ['postinst', 'prerm']) {
    cpSync(join(root, 'deploy/debian', script), join(place, 'DEBIAN', script))
    chmodSync(join(place, 'DEBIAN', script), 0o755)
  }
  run(out, 'dpkg-deb', '--root-owner-group', '-Zzstd', '-z10', '--build', 'debian', `${name}.deb`)
  rmSync(place, { recursive: true })
}

/** From what and with what the files were made, so that somebody else can make them again and compare. */
function provenance(): void {
  const git = (...args: readonly string[]): string =>
    spawnSync('git', [...args], { cwd: root, encoding: 'utf8' }).stdout.trim()
  const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')
  const notes = {
    name: 'periplus',
    version,
    arch,
    commit: git('rev-parse', 'HEAD'),
    changedSince: git('status', '--porcelain', '--untracked-files=no') !== '',
    sourceDate: new Date(Number(sourceDate().slice(1)) * 1000).toISOString(),
    command: `node scripts/release.ts --arch ${arch}`,
    madeWith: { node: process.version, npm: run(root, 'npm', '--version').trim(), system: process.platform },
    // The lock file holds the checksum of every package; `npm ci` refuses packages with another one.
    lockFile: { file: 'package-lock.json', sha256: sha256(join(root, 'package-lock.json')) },
    runHere: arch === process.arch,
  }
  writeFileSync(join(out, `${name}.provenance.json`), `${JSON.stringify(notes, null, 2)}\n`)
}

function checksums(): void {
  const files = readdirSync(out, { withFileTypes: true }).filter((entry) => entry.isFile())
  const lines = files.map(({ name: file }) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(out, file)))
      .digest('hex')
    return `${digest}  ${file}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), lines.sort().join(''))
}

stage()
archive()
if (spawnSync('dpkg-deb', ['--version']).error === undefined) debian()
else console.error('no dpkg-deb here: no Debian package')
rmSync(folder, { recursive: true })
provenance()
checksums()
console.log(run(out, 'sh', '-c', 'ls -l && cat SHA256SUMS'))
