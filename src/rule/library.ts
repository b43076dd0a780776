// The rules of the project: one file per family below `data`, one rule per line.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Asset, Found, Recognise } from '../asset/index.ts'
import { isAppError } from '../error/index.ts'
import { type CompiledRules, compileRules, joinRules } from './compile.ts'
import { createRecognise, recogniseBy } from './matcher.ts'
import { type ReadOptions, readRules } from './read-rule.ts'
import type { Rule } from './rule.ts'

const DATA = join(import.meta.dirname, 'data')

/** The families, in the order in which their rules are tried. */
function familyNames(): readonly string[] {
  return readdirSync(DATA)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => basename(name, '.ndjson'))
    .sort()
}

/** Where the rules in use are. */
export interface RuleSource {
  /** Own rules, which may be missing. */
  readonly directory: string
}

/** The function that recognises products by the project's rules and own ones; undefined without a source. */
export function openRecognise(source: RuleSource | undefined): Recognise | undefined {
  if (source === undefined) return undefined
  let opened: Recognise | undefined
  // An import without records need not wait for it.
  const open = (): Recognise => (opened ??= recogniseBy(rulesInUse(source)))
  const recognise = (asset: Asset): readonly Found[] => open()(asset)
  return Object.defineProperty(recognise, 'columns', { get: () => open().columns })
}

function rulesInUse({ directory }: RuleSource): CompiledRules {
  const own = readOwnRules(directory)
  const library = compiledLibrary() ?? compileRules(readLibrary())
  return own.length === 0 ? library : joinRules(library, compileRules(own))
}

/** Beside the bundled program lies what its rules compile to; it takes a tenth of the time of reading and compiling them. */
const COMPILED = new URL('./compiled-rules.json', import.meta.url)

function compiledLibrary(): CompiledRules | undefined {
  if (!existsSync(COMPILED)) return undefined
  return JSON.parse(readFileSync(COMPILED, 'utf8')) as CompiledRules
}

/** What identifies the rules in use: it differs when one of them does. */
export function ruleMark(source: RuleSource): string {
  const hash = createHash('sha256')
  for (const directory of [DATA, source.directory])
    for (const name of existsSync(directory) ? readdirSync(directory).sort() : [])
      if (name.endsWith('.ndjson')) hash.update(`${name}\n`).update(readFileSync(join(directory, name)))
  return hash.digest('hex').slice(0, 32)
}

/** Own rules; a file that cannot be read any more is left out. */
export function readOwnRules(directory: string): readonly Rule[] {
  return ownFamilies(directory).flatMap(({ rules }) => rules)
}

/** A file of own rules. */
interface OwnFamily {
  readonly name: string
  readonly rules: readonly Rule[]
  /** Why it cannot be used. */
  readonly fault?: string
}

/** The files of own rules. */
export function ownFamilies(directory: string): readonly OwnFamily[] {
  if (!existsSync(directory)) return []
  const files = readdirSync(directory).filter((name) => name.endsWith('.ndjson'))
  return files.sort().map((file) => readFamily(directory, basename(file, '.ndjson')))
}

function readFamily(directory: string, name: string): OwnFamily {
  try {
    const rules = readRules(`own/${name}`, readFileSync(join(directory, `${name}.ndjson`), 'utf8'))
    createRecognise(rules)
    return { name, rules }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { name, rules: [], fault: error.message }
  }
}

/** The rules of the project, which a test has read completely. */
export function readLibrary(options: ReadOptions = { areTested: true }): readonly Rule[] {
  return familyNames().flatMap((family) =>
    readRules(family, readFileSync(join(DATA, `${family}.ndjson`), 'utf8'), options),
  )
}
