// The engine's directory names its database and tables by symbolic links into `store`. Copies that follow links (`cp -rL`, some
// backup programs and network shares) contain directories instead, which the engine refuses to open. This module replaces them by
// links again.
import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const DATABASE = 'default'
const UUID = /UUID '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'/

/**
 * Restores the links that a copy replaced by directories. Removes only what `store` also contains. Returns whether anything
 * changed.
 */
export function restoreLinks(engine: string): boolean {
  const metadata = join(engine, 'metadata', DATABASE)
  if (!isDirectory(metadata)) return false
  const home = homeOf(engine, metadata)
  if (home === undefined) return false
  for (const [name, place] of tablesOf(engine, metadata)) {
    const copy = join(engine, 'data', DATABASE, name)
    if (isDirectory(copy) && holdsAll(join(engine, place), copy)) link(copy, `../../${place}`)
  }
  link(metadata, `../${home}`)
  return true
}

function link(directory: string, target: string): void {
  rmSync(directory, { recursive: true })
  symlinkSync(target, directory)
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The folder of `store` with the same table descriptions, relative to the engine's directory. */
function homeOf(engine: string, metadata: string): string | undefined {
  const store = join(engine, 'store')
  if (!existsSync(store)) return undefined
  const places = readdirSync(store).flatMap((group) =>
    readdirSync(join(store, group)).map((name) => `store/${group}/${name}`),
  )
  return places.find((place) => describesSame(join(engine, place), metadata))
}

/** Whether the other directory has every description of a table too, byte for byte. */
function describesSame(directory: string, metadata: string): boolean {
  const names = readdirSync(metadata).filter((name) => name.endsWith('.sql'))
  return (
    names.length > 0 &&
    names.every((name) => {
      const other = join(directory, name)
      return existsSync(other) && readFileSync(other).equals(readFileSync(join(metadata, name)))
    })
  )
}

/** The tables and the folders of `store` that hold their rows. */
function tablesOf(engine: string, metadata: string): readonly (readonly [name: string, place: string])[] {
  return readdirSync(metadata).flatMap((file) => {
    const uuid = UUID.exec(readFileSync(join(metadata, file), 'utf8'))?.[1]
    if (uuid === undefined) return []
    const place = `store/${uuid.slice(0, 3)}/${uuid}`
    return isDirectory(join(engine, place)) ? [[file.replace(/\.sql$/, ''), place] as const] : []
  })
}

function holdsAll(directory: string, copy: string): boolean {
  return readdirSync(copy).every((name) => existsSync(join(directory, name)))
}
