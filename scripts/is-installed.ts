// Ends with 0 where `node_modules` holds what package-lock.json asks for on this machine, as a finished `npm ci` leaves it, with
// what the build needs. npm writes node_modules/.package-lock.json as its last step; `bin/setup` asks before it installs again.
import { readFileSync } from 'node:fs'
import { arch, platform } from 'node:process'

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
type Packages = Readonly<Record<string, Entry>>

const packagesOf = (path: string): Packages =>
  (JSON.parse(readFileSync(path, 'utf8')) as { packages: Packages }).packages

const { '': root = {}, ...wanted } = packagesOf('package-lock.json')
const installed = packagesOf('node_modules/.package-lock.json')

const isSame = (path: string, entry: Entry): boolean =>
  installed[path]?.version === entry.version && installed[path]?.integrity === entry.integrity

const fits = ({ os, cpu }: Entry): boolean =>
  (os === undefined || os.includes(platform)) && (cpu === undefined || cpu.includes(arch))

/** Packages for one platform each: of those that fit, there may be one for each C library, and one is enough. */
function hasItsPlatform({ optionalDependencies = {} }: Entry): boolean {
  const paths = Object.keys(optionalDependencies).map((name) => `node_modules/${name}`)
  const fitting = paths.filter((path) => fits(wanted[path] ?? { os: [] }))
  return fitting.length === 0 || fitting.some((path) => path in installed)
}

const isComplete = Object.entries(wanted).every(([path, entry]) =>
  path in installed ? isSame(path, entry) && hasItsPlatform(entry) : entry.optional === true,
)
const hasOthers = Object.keys(installed).some((path) => !(path in wanted))
process.exitCode = isComplete && !hasOthers && hasItsPlatform(root) ? 0 : 1
