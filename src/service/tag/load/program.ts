// Which program reads feeds: a compiled file of another one may hold what today's readers would read otherwise.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDERS = ['../../../tag/', '../../../util/']

/** A checksum over everything that decides what comes of a feed: the code of `tag` and `util`, and the engine that runs it. */
export function programMark(): string {
  const hash = createHash('sha256').update(`${process.version} ${endianness()}`)
  for (const folder of FOLDERS) {
    const root = fileURLToPath(new URL(folder, import.meta.url))
    for (const path of codeBelow(root)) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function codeBelow(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .toSorted()
}
