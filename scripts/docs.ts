// Writes what in docs/ is generated from tables of the program: `node scripts/docs.ts --write`; `--check` only says what is not
// in step. A test runs the check.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiPage } from '../src/door/index.ts'
import { commandPage } from '../src/cli/index.ts'
import { configurationPage } from '../src/config/index.ts'
import { errorsPage } from '../src/error/index.ts'
import { importerTable, refusalTable } from '../src/importer/index.ts'
import { fieldTable, operatorTable } from '../src/query/index.ts'
import { tagsPage } from '../src/tag/index.ts'
import { translationTables } from '../src/translate/index.ts'
import { clientTypes, pageTypes } from './client-types.ts'

/** Makes a page from what is in it now; a page that is generated as a whole does not look. */
export type Generator = (current: string) => string | Promise<string>

/** Generated pages by path from the root of the project. */
const GENERATED: Readonly<Record<string, Generator>> = {
  'client/src/types.ts': clientTypes,
  'web/src/lib/answer-types.ts': pageTypes,
  'docs/command-line.md': commandPage,
  'docs/configuration.md': configurationPage,
  'docs/errors.md': errorsPage,
  'docs/http-api.md': apiPage,
  'docs/importers.md': sections({ importers: importerTable, refusals: refusalTable }),
  'docs/query-language.md': sections({ operators: operatorTable, fields: fieldTable }),
  'docs/tags.md': tagsPage,
  'docs/translation.md': sections({ translations: translationTables }),
}

/** Generates the lines between `<!-- NAME: generated … -->` and `<!-- NAME: end -->` and leaves the rest of the page alone. */
export function sections(generators: Readonly<Record<string, () => string>>): (page: string) => string {
  return (page) =>
    Object.entries(generators).reduce((current, [name, generate]) => section(current, name, generate()), page)
}

function section(page: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name}: generated[^>]*-->\n)[^]*?(<!-- ${name}: end -->)`)
  if (!marked.test(page)) throw new Error(`the page has no section ${name}`)
  return page.replace(marked, (_, begin: string, end: string) => `${begin}${content}${end}`)
}

function pageFile(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

/** The pages that are not in step, with what they should hold. */
export async function stalePages(): Promise<readonly { readonly path: string; readonly wanted: string }[]> {
  const pages = await Promise.all(
    Object.entries(GENERATED).map(async ([path, generate]) => {
      const current = existsSync(pageFile(path)) ? readFileSync(pageFile(path), 'utf8') : ''
      return { path, current, wanted: await generate(current) }
    }),
  )
  return pages.filter(({ current, wanted }) => current !== wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const check = process.argv.includes('--check')
  for (const { path, wanted } of await stalePages()) {
    if (!check) writeFileSync(pageFile(path), wanted)
    console.log(check ? `${path} is not in step` : `${path} written`)
    if (check) process.exitCode = 1
  }
}
