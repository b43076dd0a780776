// Identifies the program that reads feeds: the readers of another program may have given another result, so its compiled file is
// not used.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SOURCES = ['../../../tag/', '../../../util/']
/** An installed package contains the bundled program instead of sources. */
const BUNDLE = ['../../../../dist/program/package/']

/** A checksum over everything that determines the result of reading a feed: the code of `tag` and `util`, and the runtime. */
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
