// What `npm ci` installs is what was tested: every locked package has a checksum.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Packages for other systems than the tested one, which the registry in use did not offer: nobody could check them. */
const NOT_OFFERED = [
  '@biomejs/cli-android-arm64',
  '@biomejs/cli-android-x64',
  '@biomejs/cli-darwin-arm64',
  '@biomejs/cli-darwin-x64',
  '@biomejs/cli-linux-arm64-musl',
  '@biomejs/cli-linux-x64-musl',
  '@biomejs/cli-win32-arm64',
  '@biomejs/cli-win32-x64',
  '@chdb/lib-darwin-arm64',
  '@chdb/lib-darwin-x64',
  '@chdb/lib-linux-arm64-gnu',
].map((name) => `node_modules/${name}`)

interface Entry {
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>
}

it('every locked package has a SHA-512 checksum, but for optional ones of other systems that are listed here', () => {
  const missing = Object.entries(packages).filter(
    ([path, { integrity = '' }]) => path !== '' && !/^sha512-[\w+/]{86}==$/.test(integrity),
  )
  expect(missing.map(([path]) => path).filter((path) => !NOT_OFFERED.includes(path))).toEqual([])
  expect(missing.every(([, { optional }]) => optional === true)).toBe(true)
})

it('no package is fetched from an address of its own', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

it('knows the platform packages of every platform, so that `npm ci` accepts it anywhere', () => {
  const missing = Object.entries(packages)
    .filter(([path]) => path !== '')
    .flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) =>
          /linux|darwin|win32|android/.test(name) &&
          !(`node_modules/${name}` in packages) &&
          !(`${path}/node_modules/${name}` in packages),
      ),
    )
  expect(missing).toEqual([])
})
