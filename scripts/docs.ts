// Writes the pages of docs/ that are generated from tables of the program. A test fails when one is not in step.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { configurationPage } from '../src/config/index.ts'
import { errorsPage } from '../src/error/index.ts'

/** Generated pages by path from the root of the project. */
export const GENERATED: Readonly<Record<string, () => string>> = {
  'docs/configuration.md': configurationPage,
  'docs/errors.md': errorsPage,
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, generate] of Object.entries(GENERATED)) {
    writeFileSync(new URL(`../${path}`, import.meta.url), generate())
  }
}
