// Client programs as their registries bring them, installed once into the cache of this checkout.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

const cache = resolve(import.meta.dirname, '../../node_modules/.cache/periplus-clients')

/** Where an installed program is, or why it is not to be had. */
export type Installed = { readonly path: string } | { readonly reason: string }

/** Longest installation, in milliseconds. */
const LONGEST = 15 * 60_000

/** A Python with a package of PyPI in an environment of its own. */
export function pythonWith(name: string, version: string): Installed {
  const directory = join(cache, `${name}-${version}`)
  const path = join(directory, 'bin/python')
  if (existsSync(join(directory, 'complete'))) return { path }
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const steps = [
    ['python3', '-m', 'venv', directory],
    [path, '-m', 'pip', 'install', '--quiet', `${name}==${version}`],
  ]
  return runAll(steps, `${name} ${version}`, path, join(directory, 'complete'))
}

/** A command of a Go module. */
export function goCommand(module: string, version: string, command: string): Installed {
  const directory = join(cache, `${module.replaceAll('/', '_')}-${version}`)
  const path = join(directory, command)
  if (existsSync(path)) return { path }
  mkdirSync(directory, { recursive: true })
  const install = ['go', 'install', `${module}/cmd/${command}@${version}`]
  return runAll([install], `${module} ${version}`, path, undefined, { GOBIN: directory })
}

function runAll(
  steps: readonly (readonly string[])[],
  what: string,
  path: string,
  mark: string | undefined,
  environment: Readonly<Record<string, string>> = {},
): Installed {
  for (const [program = '', ...args] of steps) {
    const done = spawnSync(program, args, {
      env: { ...process.env, ...environment },
      encoding: 'utf8',
      timeout: LONGEST,
    })
    if (done.status !== 0) return { reason: `${what} is not to be had: ${reasonOf(done)}` }
  }
  if (mark !== undefined) mkdirSync(mark)
  return { path }
}

function reasonOf({ error, stderr }: ReturnType<typeof spawnSync>): string {
  const lines = String(stderr ?? '')
    .trim()
    .split('\n')
  return error?.message ?? lines.at(-1) ?? 'the installation failed'
}
