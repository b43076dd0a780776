// Output of `periplus tag --diff`: which tags two results differ in.
import { AppError } from '../../error/index.ts'
import { visible } from '../../util/index.ts'
import { readText } from '../input/read-file.ts'

/** An address whose tags differ. */
interface TagChange {
  readonly ip: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** The difference of two results. */
interface TagDiff {
  readonly from: string | null
  readonly to: string | null
  /** Addresses that both results hold. */
  readonly compared: number
  readonly changed: readonly TagChange[]
  /** Addresses that only one of them holds. */
  readonly onlyOld: readonly string[]
  readonly onlyNew: readonly string[]
  /** How often each tag was added and removed, most frequent first. */
  readonly tags: readonly { readonly tag: string; readonly added: number; readonly removed: number }[]
}

interface TaggedFile {
  readonly time: string | null
  readonly tags: ReadonlyMap<string, readonly string[]>
}

/** Compares two result files, JSON or NDJSON. Fails with `input` where one cannot be read. */
export function diffTags(oldFile: string, newFile: string): TagDiff {
  const [before, after] = [readTagged(oldFile), readTagged(newFile)]
  const both = [...before.tags.keys()].filter((ip) => after.tags.has(ip))
  const changed = both
    .map((ip) => changeOf(ip, before.tags.get(ip) ?? [], after.tags.get(ip) ?? []))
    .filter(({ added, removed }) => added.length + removed.length > 0)
  return {
    from: before.time,
    to: after.time,
    compared: both.length,
    changed,
    onlyOld: [...before.tags.keys()].filter((ip) => !after.tags.has(ip)),
    onlyNew: [...after.tags.keys()].filter((ip) => !before.tags.has(ip)),
    tags: countTags(changed),
  }
}

function changeOf(ip: string, before: readonly string[], after: readonly string[]): TagChange {
  const [old, now] = [new Set(before), new Set(after)]
  return { ip, added: after.filter((tag) => !old.has(tag)), removed: before.filter((tag) => !now.has(tag)) }
}

function countTags(changed: readonly TagChange[]): TagDiff['tags'] {
  const counts = new Map<string, { added: number; removed: number }>()
  for (const { added, removed } of changed)
    for (const [key, tags] of [['added', added] as const, ['removed', removed] as const])
      for (const tag of tags) {
        const count = counts.get(tag) ?? { added: 0, removed: 0 }
        count[key]++
        counts.set(tag, count)
      }
  return [...counts]
    .map(([tag, count]) => ({ tag, ...count }))
    .sort((a, b) => b.added + b.removed - a.added - a.removed || (a.tag < b.tag ? -1 : 1))
}

function readTagged(file: string): TaggedFile {
  const text = readText(file)
  const values = valuesOf(text)
  if (values === undefined) throw notAResult(file)
  const [head] = values
  const entries = values.flatMap((value) => (Array.isArray(value['results']) ? value['results'] : [value]))
  const tags = new Map<string, readonly string[]>()
  for (const entry of entries as readonly Record<string, unknown>[]) {
    const { ip, tags: found } = entry
    if (typeof ip === 'string' && Array.isArray(found)) tags.set(ip, found.map(String))
  }
  if (tags.size === 0) throw notAResult(file)
  const time = head?.['generated_at']
  return { time: typeof time === 'string' ? time : null, tags }
}

/** The JSON value of a file, or those of its lines. */
function valuesOf(text: string): readonly Record<string, unknown>[] | undefined {
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    return typeof value === 'object' && value !== null ? [value] : undefined
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    } catch {
      return undefined
    }
  }
}

function notAResult(file: string): AppError {
  return new AppError(
    'input',
    `\`${file}\` is not a result of tagging; compare files made with \`periplus tag --format json\``,
  )
}

/** A difference for people: one line per address, then the totals. */
export function diffText(diff: TagDiff): string {
  const { changed, compared, onlyOld, onlyNew, tags, from, to } = diff
  const lines = changed.map(({ ip, added, removed }) =>
    [ip, ...added.map((tag) => `+${tag}`), ...removed.map((tag) => `-${tag}`)].map(visible).join('\t'),
  )
  const sums = tags.map(({ tag, added, removed }) => `# ${visible(tag)}\t+${added}\t-${removed}`)
  return [
    ...lines,
    `# ${changed.length} of ${compared} addresses changed from ${visible(from ?? 'unknown')} to ${visible(to ?? 'unknown')}; ${onlyOld.length} only in the first file, ${onlyNew.length} only in the second`,
    ...sums,
    '',
  ].join('\n')
}
