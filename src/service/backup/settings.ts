// The settings file of a backup, without the settings that name external resources: a copy must not write to those of the original.
import { isObject } from '../../util/index.ts'

/** Settings that name a location outside the data directory. */
const PLACES: readonly string[] = ['state.url', 'store.url', 'store.cluster', 'tag.results']

/** The text without those settings, however deep they are nested, and the names of those removed. */
export function withoutPaths(text: string): { readonly text: string; readonly dropped: readonly string[] } {
  const tree = parse(text)
  if (tree === undefined) return { text, dropped: [] }
  const dropped: string[] = []
  const kept = prune(tree, '', dropped)
  return dropped.length === 0 ? { text, dropped } : { text: `${JSON.stringify(kept, null, 2)}\n`, dropped }
}

function parse(text: string): object | undefined {
  try {
    const tree: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isObject(tree) ? tree : undefined
  } catch {
    // The reader of the settings reports the mistakes.
    return undefined
  }
}

function prune(tree: object, prefix: string, dropped: string[]): object {
  const kept: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(tree)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (PLACES.includes(name)) dropped.push(name)
    else kept[key] = isObject(value) ? prune(value, name, dropped) : value
  }
  return kept
}
