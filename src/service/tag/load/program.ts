// Which program reads feeds: a compiled file of another one may hold what today's readers would read otherwise.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = ['../../../tag/', '../../../util/']
/** An installed package has the bundled program instead of sources. */
const BUNDLE = ['../../../../dist/program/package/']

/** A checksum over everything that decides what comes of a feed: the code of `tag` and `util`, and the engine that runs it. */
export function programMark(): string {
  const hash = createHash('sha256').update(`${process.version} ${endianness()}`)
  for (const folder of existsSync(folderOf('../../../util/')) ? SOURCES : BUNDLE) {
    const root = folderOf(folder)
    for (const path of codeBelow(root)) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

const folderOf = (folder: string): string => fileURLToPath(new URL(folder, import.meta.url))

function codeBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && !path.endsWith('.test.ts'))
    .toSorted()
}
