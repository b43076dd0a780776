// Precision and recall of tags, by a file of addresses whose tags are known.

/** An address with its known tags. */
export interface LabelledAddress {
  readonly ip: string
  readonly tags: readonly string[]
}

/** The quality of one tag. Addresses of the file that lack the tag count as not having it. */
export interface TagQuality {
  readonly tag: string
  /** Addresses that have it according to the file. */
  readonly labelled: number
  /** Addresses that were tagged with it. */
  readonly tagged: number
  /** Addresses that both have it and were tagged with it. */
  readonly right: number
  /** Share of the tagged addresses that have it; null if none was tagged. */
  readonly precision: number | null
  /** Share of the addresses that have it that were tagged. */
  readonly recall: number | null
}

/** Reads a line: an address, then its tags, separated by blanks, commas, semicolons or tabs; undefined for a line without an address. */
export function readLabelled(line: string): LabelledAddress | undefined {
  const [ip = '', ...tags] = line
    .split('#', 1)
    .join('')
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
  return ip === '' ? undefined : { ip, tags: tags.map((tag) => tag.toLowerCase()) }
}

/** Compares known tags with assigned tags; every tag of the file, and the part before its colon, gets a row. */
export function evaluateTags(
  labelled: readonly LabelledAddress[],
  tagged: ReadonlyMap<string, readonly string[]>,
): readonly TagQuality[] {
  const known = labelled.map(({ ip, tags }) => ({
    truth: new Set(tags.flatMap(withNamespace)),
    given: new Set(tagged.get(ip) ?? []),
  }))
  const names = new Set(known.flatMap(({ truth }) => [...truth]))
  return [...names].sort().map((tag) => qualityOf(tag, known))
}

function withNamespace(tag: string): readonly string[] {
  const [namespace = tag] = tag.split(':')
  return namespace === tag ? [tag] : [tag, namespace]
}

function qualityOf(
  tag: string,
  known: readonly { readonly truth: ReadonlySet<string>; readonly given: ReadonlySet<string> }[],
): TagQuality {
  const labelled = known.filter(({ truth }) => truth.has(tag)).length
  const tagged = known.filter(({ given }) => given.has(tag)).length
  const right = known.filter(({ truth, given }) => truth.has(tag) && given.has(tag)).length
  const share = (of: number): number | null => (of === 0 ? null : right / of)
  return { tag, labelled, tagged, right, precision: share(tagged), recall: share(labelled) }
}
