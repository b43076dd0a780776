// Adds to package-lock.json the entries of optional platform packages that the registry in use did not offer, so that
// `npm ci` accepts the lock file on every platform. Run it after each `npm install` that changes the lock file.
// It also asks the registry for checksums that are missing, and names the packages for which it has none.
// `node scripts/complete-lock.ts scripts/docs-site` does the same for the generator of the documentation site.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  resolved?: string
  integrity?: string
  optionalDependencies?: Record<string, string>
}
const file = join(import.meta.dirname, '..', process.argv[2] ?? '.', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
const systems = [
  'linux',
  'darwin',
  'win32',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
const processors = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
]

for (const [path, entry] of Object.entries(lock.packages)) {
  delete entry.resolved
  if (path === '') continue
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (lock.packages[key] !== undefined || lock.packages[`${path}/node_modules/${name}`] !== undefined)
      continue
    const words = name.split(/[-/]/)
    const os = systems.filter((system) => words.includes(system))
    const cpu = processors.filter((processor) => words.includes(processor))
    if (os.length === 0 && cpu.length === 0) continue
    lock.packages[key] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, os, cpu }
    console.log(`added ${name}@${version}`)
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '' || entry.integrity !== undefined) continue
  const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`
  const integrity = checksumOf(name)
  if (integrity === undefined) console.log(`no checksum of ${name}: the registry in use does not offer it`)
  else entry.integrity = integrity
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

function checksumOf(name: string): string | undefined {
  try {
    const view = execFileSync('npm', ['view', name, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const text = view.trim()
    return /^sha512-\S+$/.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
