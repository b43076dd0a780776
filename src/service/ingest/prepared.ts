// What reading needs besides its inputs, the rules and the databases of locations: opened once for all imports of a thread, and
// again when one of their files has changed.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  createEnrich,
  type Enrich,
  type Locator,
  type LocatorOptions,
  openLocator,
} from '../../enrich/index.ts'
import { openRecognise, type RuleSource } from '../../rule/index.ts'

/** The enrichment with the rules of the source. */
export function enrichmentOf(rules: RuleSource | undefined): Enrich {
  return enrichment(rules === undefined ? [] : filesIn(rules.directory), rules)
}

/** The databases of locations and networks. */
export function locatorOf(options: LocatorOptions): Locator {
  const files = [options.city, options.network].flatMap((database) =>
    database ? [database.v4, database.v6] : [],
  )
  return locator(files, options)
}

const enrichment = kept((rules: RuleSource | undefined) => createEnrich(openRecognise(rules)))
const locator = kept(openLocator)

/** Keeps the last result, for the same options and unchanged files. */
function kept<Options, Value>(
  open: (options: Options) => Value,
): (files: readonly string[], options: Options) => Value {
  let last: { readonly key: string; readonly value: Value } | undefined
  return (files, options) => {
    const key = JSON.stringify([options, files.map((path) => [path, stampOf(path)])])
    if (last?.key !== key) last = { key, value: open(options) }
    return last.value
  }
}

function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).map((name) => join(directory, name))
  } catch {
    return []
  }
}

/** Differs when a file has changed; undefined for a missing one. */
function stampOf(path: string): readonly number[] | undefined {
  const { mtimeMs, size, ino } = statSync(path, { throwIfNoEntry: false }) ?? {}
  return mtimeMs === undefined || size === undefined || ino === undefined ? undefined : [mtimeMs, size, ino]
}
