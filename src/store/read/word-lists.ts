// Lists of what the text indexes have: words, and bigrams of characters and of words, read once the records have not changed for a while. With
// them a needle in no word needs no statement, and the engine does not search its dictionaries: that takes most of the time of a
// short search.
import type { Column } from '../../asset/index.ts'
import {
  BIGRAM_INDEXED,
  CHARACTER_BIGRAM_INDEXED,
  type Parts,
  sql,
  text,
  WORD_INDEXED,
  type WordFinder,
} from '../../sql/index.ts'
import type { Engine } from '../engine/index.ts'
import { BIGRAM_INDEX } from '../schema/migrations.ts'
import type { Generation } from './generation.ts'
import { type CountedWord, WordList } from './word-list.ts'

/** A longer list would take memory and time: the bodies of a million pages have many millions of words. */
const MOST_WORDS = 500_000

/** Reading a list must not disturb searches for long. */
const LONGEST_SECONDS = 5

/** After so many milliseconds a list that could not be read is tried again. */
const AGAIN = 300_000

/** Lists are read again only after a pause of so many times what reading them took, while records change again and again. */
const PAUSE = 10

/** The lists by the names of their indexes. */
type ByIndex = ReadonlyMap<string, WordList>

type Kind = Parts['index']

/** The indexes with lists. Those of words and of character bigrams exist in every part of the table. */
const INDEXES: readonly { readonly kind: Kind; readonly name: Column }[] = [
  ...WORD_INDEXED.map((name) => ({ kind: 'words', name }) as const),
  ...CHARACTER_BIGRAM_INDEXED.map((name) => ({ kind: 'character bigrams', name }) as const),
  ...BIGRAM_INDEXED.map((name) => ({ kind: 'word bigrams', name }) as const),
]

const PREFIXES: Readonly<Record<Kind, string>> = {
  words: 'words_',
  'character bigrams': 'wide_',
  'word bigrams': BIGRAM_INDEX,
}

const nameOf = (kind: Kind, name: Column): string => `${PREFIXES[kind]}${name}`

interface Lists {
  readonly generation: number
  readonly read: Promise<ByIndex>
  readonly until: number
  ready: ByIndex | undefined
}

/** The lists of the current generation. */
export class WordLists {
  readonly #engine: Engine
  readonly #generation: Generation
  readonly #after: number
  #waiting: number | undefined
  #pause = 0
  #lists: Lists | undefined

  /** Lists are read when a search needs them and nothing changed for `after` milliseconds; with 0 the search waits for them. */
  constructor(engine: Engine, generation: Generation, after: number) {
    this.#engine = engine
    this.#generation = generation
    this.#after = after
  }

  /** What finds the words of needles now; undefined while there are no lists. */
  async finder(): Promise<WordFinder | undefined> {
    if (this.#after === Number.POSITIVE_INFINITY) return undefined
    this.#begin(this.#generation.number)
    if (this.#after === 0) await this.#lists?.read
    const lists = this.#lists?.generation === this.#generation.number ? this.#lists.ready : undefined
    return (
      lists && {
        containing: (name, part) => lists.get(nameOf('words', name))?.find(part),
        records: (kind, name, one) => lists.get(nameOf(kind, name))?.recordsWith(one),
      }
    )
  }

  #begin(generation: number): void {
    if (this.#lists?.generation === generation) {
      const { ready, until } = this.#lists
      if (ready && ready.size < INDEXES.length && performance.now() > until) this.#start(generation, ready)
      return
    }
    this.#lists = undefined
    if (this.#after > 0) this.#startLater(generation)
    else this.#start(generation)
  }

  #startLater(generation: number): void {
    if (this.#waiting === generation) return
    this.#waiting = generation
    setTimeout(
      () => {
        if (this.#waiting === generation) this.#waiting = undefined
        if (this.#generation.number === generation && this.#lists === undefined) this.#start(generation)
      },
      Math.max(this.#after, this.#pause),
    ).unref()
  }

  #start(generation: number, earlier?: ByIndex): void {
    const read = this.#read()
    const started: Lists = { generation, read, until: performance.now() + AGAIN, ready: earlier }
    this.#lists = started
    read.then((ready) => {
      started.ready = ready
    }, ignore)
  }

  async #read(): Promise<ByIndex> {
    const lists = new Map<string, WordList>()
    const started = performance.now()
    for (const { kind, name } of INDEXES) {
      const list = await this.#readList(kind, name).catch(ignore)
      if (list !== undefined) lists.set(nameOf(kind, name), list)
    }
    this.#pause = PAUSE * (performance.now() - started)
    return lists
  }

  /** Undefined when there are too many words, or when a part of the table has texts and no words: its index may be missing. */
  async #readList(kind: Kind, name: Column): Promise<WordList | undefined> {
    const index = sql`mergeTreeTextIndex(currentDatabase(), records, ${{ parts: [nameOf(kind, name)] }})`
    const options = { maxExecutionSeconds: LONGEST_SECONDS, settings: SETTINGS }
    const [[indexed = 0, parts = 1] = []] = await this.#engine.query<[number, number]>(
      sql`SELECT (SELECT uniqExact(part_name) FROM ${index}),
        (SELECT count() FROM system.parts_columns WHERE active AND database = currentDatabase() AND table = 'records'
          AND column = ${text(name)} AND column_data_uncompressed_bytes > rows)`,
      options,
    )
    // Many parts have no text in such letters.
    if (indexed < parts && kind !== 'character bigrams') return undefined
    const words = sql`SELECT token, sum(cardinality) FROM ${index} GROUP BY token`
    return WordList.of(this.#engine.stream<CountedWord>(words, options))
  }
}

const SETTINGS = {
  max_threads: 1,
  max_block_size: 8192,
  max_rows_to_group_by: MOST_WORDS,
  group_by_overflow_mode: 'throw',
} as const

function ignore(): undefined {
  return undefined
}
