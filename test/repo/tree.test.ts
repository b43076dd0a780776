// Facts about the tree that are easy to break without noticing.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const tracked = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && existsSync(join(root, path)))

interface Lock {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>
}

describe('the lock file', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock
  it('holds no download address', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved?.startsWith('http'))).toEqual(
      [],
    )
  })

  it('knows the platform packages of every platform, so that `npm ci` accepts it anywhere', () => {
    const missing = Object.entries(lock.packages)
      .filter(([path]) => path !== '')
      .flatMap(([path, entry]) =>
        Object.keys(entry.optionalDependencies ?? {}).filter(
          (name) =>
            /linux|darwin|win32|android/.test(name) &&
            !(`node_modules/${name}` in lock.packages) &&
            !(`${path}/node_modules/${name}` in lock.packages),
        ),
      )
    expect(missing).toEqual([])
  })
})

describe('the tree', () => {
  it('names every dependency with its reason in CONTRIBUTING', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>
    const text = read('CONTRIBUTING.md')
    const names = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
      Object.keys(manifest[key] ?? {}),
    )
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it('pins every dependency', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string> | undefined>
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((key) =>
      Object.values(manifest[key] ?? {}),
    )
    expect(versions.filter((version) => !/^\d/.test(version))).toEqual([])
  })

  it('has no file of source that grew past 350 lines', () => {
    const long = tracked()
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !path.endsWith('.test.tsx'))
      .filter((path) => read(path).split('\n').length > 350)
    expect(long).toEqual([])
  })

  it('has no broken link between its documents', () => {
    const broken = tracked()
      .filter((path) => path.endsWith('.md'))
      .flatMap((path) =>
        [...read(path).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
          .map((match) => match[1] ?? '')
          .filter((target) => !existsSync(resolve(root, path, '..', target)))
          .map((target) => `${path} → ${target}`),
      )
    expect(broken).toEqual([])
  })
})
