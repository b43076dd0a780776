// The engine stores each deletion as a small text file beside the parts. A full disk leaves it empty or truncated, and then the
// engine does not open the table. The statement of such a deletion failed, so its caller knows; recovery repeats the deletions of a
// unit.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const NAME = /^mutation_\d+\.txt$/
const WHOLE = /^format version: 1\n[\s\S]*^commands: [\s\S]*\n$/m

/** Removes truncated deletions from the engine's directory before it is opened, and returns their number. */
export function removeCutDeletions(engine: string): number {
  const store = join(engine, 'store')
  const cut = directoriesIn(store)
    .flatMap(directoriesIn)
    .flatMap((table) =>
      readdirSync(table)
        .filter((name) => NAME.test(name))
        .map((name) => join(table, name)),
    )
    .filter((file) => !WHOLE.test(readFileSync(file, 'utf8')))
  for (const file of cut) rmSync(file)
  return cut.length
}

function directoriesIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(directory, name))
}
