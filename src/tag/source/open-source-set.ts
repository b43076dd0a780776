// A set of sources over its tables.

import type { Address } from '../../util/index.ts'
import type { Label } from '../feed/index.ts'
import {
  countRows,
  edgesOf,
  findRanges,
  fixedBits,
  labelAt,
  listOffsets,
  locateRow,
  printRow,
  type RangeRows,
  tableBytes,
} from '../range/index.ts'
import type { Source } from './source.ts'
import type { LoadedSource, SourceData } from './source-data.ts'
import type { Hit, SourceSet } from './source-set.ts'

/** Opens the set; nothing is copied. */
export function openSourceSet({ loaded, failures, table }: SourceData): SourceSet {
  const offsets4 = listOffsets(loaded.map(({ ranges }) => ranges.four))
  const offsets6 = listOffsets(loaded.map(({ ranges }) => ranges.six))
  const systems = indexSystems(loaded)
  const families = new Map(loaded.map((one) => [one.source.name, one]))
  return {
    sources: loaded.map(({ source }) => source),
    failures,
    lookup: (address) =>
      findRanges(table, address).flatMap((entry) => {
        const { list, row } = locateRow(address.version === 4 ? offsets4 : offsets6, entry)
        return hitAt(loaded[list], address, row)
      }),
    edges: (version) => edgesOf(loaded.map(({ ranges }) => (version === 4 ? ranges.four : ranges.six))),
    system: (asn) => systems.get(asn) ?? [],
    covers: (source, version) => {
      const found = families.get(source.name)
      if (found === undefined) return false
      return found.systems.length > 0 || countRows(version === 4 ? found.ranges.four : found.ranges.six) > 0
    },
    complete: indexComplete(loaded),
    ranges: loaded.reduce((sum, { ranges }) => sum + countRows(ranges.four) + countRows(ranges.six), 0),
    bytes: loaded.reduce(
      (sum, { ranges }) => sum + ranges.four.rows.byteLength + ranges.six.rows.byteLength,
      tableBytes(table),
    ),
  }
}

function hitAt(loaded: LoadedSource | undefined, { version }: Address, row: number): Hit[] {
  if (loaded === undefined) return []
  const list = version === 4 ? loaded.ranges.four : loaded.ranges.six
  const label = loaded.labels[labelAt(list, row)]
  return label === undefined ? [] : [new RangeHit(loaded.source, label, list, row)]
}

/** Prints its range only when somebody looks, which few do. */
class RangeHit implements Hit {
  readonly source: Source
  readonly label: Label
  readonly #list: RangeRows
  readonly #row: number

  constructor(source: Source, label: Label, list: RangeRows, row: number) {
    this.source = source
    this.label = label
    this.#list = list
    this.#row = row
  }

  get match(): string {
    return printRow(this.#list, this.#row)
  }

  get bits(): number {
    return fixedBits(this.#list, this.#row)
  }
}

function indexSystems(loaded: readonly LoadedSource[]): ReadonlyMap<number, readonly Hit[]> {
  const index = new Map<number, Hit[]>()
  for (const { source, labels, systems } of loaded) {
    for (const { asn, label } of systems) {
      const says = labels[label]
      if (says === undefined) continue
      const hits = index.get(asn) ?? []
      hits.push({ source, label: says, match: `AS${asn}`, bits: -1 })
      index.set(asn, hits)
    }
  }
  return index
}

function indexComplete(loaded: readonly LoadedSource[]): ReadonlyMap<string, readonly Source[]> {
  const index = new Map<string, Source[]>()
  for (const { source } of loaded) {
    for (const { tag } of source.complete) index.set(tag, [...(index.get(tag) ?? []), source])
  }
  return index
}
