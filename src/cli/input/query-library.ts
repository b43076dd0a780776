// Reads a library of published queries: a JSON list of products with their queries by search engine.
import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../../error/index.ts'
import { checkQuery } from '../../query/index.ts'
import type { Library, LibraryProduct, LibraryQuery, RefusedQuery } from '../../service/assess/index.ts'
import { LANGUAGE_NAMES, type LanguageName, translate } from '../../translate/index.ts'
import { isObject, visible } from '../../util/index.ts'
import { readText } from './read-file.ts'

const LAYOUT = '[{"name": "…", "vendor": "…", "engines": [{"platform": "shodan", "queries": ["…"]}]}]'

/** Reads and translates a library: a file, or the JSON files of a folder. Fails with `input` for a file of another layout. */
export function readLibrary(path: string): Library {
  const products = filesOf(path).flatMap((file) =>
    readJson(file).map((value, index) => readProduct(value, index, file)),
  )
  const translated = products.map(translateProduct)
  return {
    name: basename(path),
    size: products.reduce((sum, { entries }) => sum + entries.length, 0),
    products: translated.map(({ product }) => product),
    refused: translated.flatMap(({ refused }) => refused),
  }
}

function filesOf(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path]
  const names = readdirSync(path).filter((name) => name.endsWith('.json'))
  if (names.length === 0) throw new AppError('input', `\`${visible(path)}\` has no file *.json`)
  return names.sort().map((name) => join(path, name))
}

function readJson(file: string): readonly unknown[] {
  const text = readText(file)
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new AppError('input', `\`${visible(file)}\` is not a library of queries; it must be JSON: ${LAYOUT}`)
}

/** A product as the file has it. */
interface RawProduct {
  readonly name: string
  readonly vendor: string
  readonly entries: readonly { readonly platform: string; readonly original: string }[]
}

function readProduct(value: unknown, index: number, file: string): RawProduct {
  const fail = (): never => {
    throw new AppError(
      'input',
      `entry ${index + 1} of \`${visible(file)}\` is not a product with queries; the layout is ${LAYOUT}`,
    )
  }
  if (!isObject(value) || typeof value['name'] !== 'string' || !Array.isArray(value['engines'])) return fail()
  const entries = value['engines'].flatMap((engine: unknown) => {
    if (!isObject(engine) || typeof engine['platform'] !== 'string' || !Array.isArray(engine['queries']))
      return fail()
    const platform = engine['platform']
    return engine['queries'].map((original: unknown) =>
      typeof original === 'string' ? { platform, original } : fail(),
    )
  })
  const { name, vendor } = value
  return { name, vendor: typeof vendor === 'string' ? vendor : '', entries }
}

function translateProduct({ name, vendor, entries }: RawProduct): {
  readonly product: LibraryProduct
  readonly refused: readonly RefusedQuery[]
} {
  const queries: LibraryQuery[] = []
  const refused: RefusedQuery[] = []
  for (const { platform, original } of entries) {
    const read = readOne(platform, original)
    if ('query' in read) queries.push({ platform, original, query: read.query })
    else refused.push({ product: name, platform, original, reason: read.reason })
  }
  return { product: { name, vendor, queries }, refused }
}

/** A query of our language, or why there is none. What would find other records than meant is not run. */
function readOne(
  platform: string,
  original: string,
): { readonly query: string } | { readonly reason: string } {
  if (platform === 'fofa') {
    const fault = checkQuery(original)
    if (fault === undefined) return { query: original }
    const mixed = translate(original)
    return mixed === undefined ? { reason: fault.message } : usable(mixed)
  }
  const language = LANGUAGE_NAMES.find((known): known is LanguageName => known === platform)
  if (language === undefined) return { reason: `queries of ${platform} cannot be translated` }
  const translated = translate(original, language)
  return translated === undefined ? { reason: 'it cannot be read' } : usable(translated)
}

function usable({ query, notes }: NonNullable<ReturnType<typeof translate>>) {
  const lost = notes.find(({ kind }) => kind === 'lost')
  if (lost !== undefined) return { reason: lost.text }
  return query === '' ? { reason: 'nothing of it can be translated' } : { query }
}
