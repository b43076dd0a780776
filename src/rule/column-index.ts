// Which tests of one column hold, found in one pass over its text.
import type { Column } from '../asset/index.ts'
import { type Atom, isIndexed } from './atom.ts'
import { createScan, type Scan } from './scanner.ts'
import type { RecordTexts } from './texts.ts'

interface IndexedAtom extends Atom {
  readonly id: number
}

/** How the atoms of a column are found. */
interface Lookup {
  readonly scan: Scan | undefined
  readonly exact: ReadonlyMap<string, readonly number[]>
  readonly folded: ReadonlyMap<string, readonly number[]>
}

/** The tests of one column that the text alone answers; its tables are made for the first text. */
export class ColumnIndex {
  readonly #column: Column
  readonly #atoms: readonly IndexedAtom[]
  #lookup: Lookup | undefined

  constructor(column: Column, atoms: readonly IndexedAtom[]) {
    this.#column = column
    this.#atoms = atoms
  }

  /** Tells the number of each test that holds, some of them more than once. */
  look(texts: RecordTexts, onFound: (id: number) => void): void {
    if (texts.plain(this.#column) === '') return
    this.#lookup ??= lookupOf(this.#atoms)
    const { scan, exact, folded } = this.#lookup
    scan?.(texts.lower(this.#column), onFound)
    if (exact.size === 0 && folded.size === 0) return
    for (const value of texts.values(this.#column)) {
      for (const id of exact.get(value) ?? []) onFound(id)
      for (const id of folded.get(value.toLowerCase()) ?? []) onFound(id)
    }
  }
}

/** The indexes of all columns that atoms test; the number of an atom is its place. */
export function columnIndexes(atoms: readonly Atom[]): readonly ColumnIndex[] {
  const numbered = atoms.flatMap((atom, id): readonly IndexedAtom[] =>
    isIndexed(atom) ? [{ ...atom, id }] : [],
  )
  const byColumn = Map.groupBy(numbered, ({ column }) => column)
  return [...byColumn].map(([column, all]) => new ColumnIndex(column, all))
}

function lookupOf(atoms: readonly IndexedAtom[]): Lookup {
  const literals = atoms.flatMap(({ id, test }) =>
    test.op === 'contains' ? [[id, test.value.toLowerCase()] as const] : [],
  )
  return {
    scan: literals.length === 0 ? undefined : createScan(literals),
    exact: valueIndex(atoms, 'equals', (value) => value),
    folded: valueIndex(atoms, 'equalsIgnoringCase', (value) => value.toLowerCase()),
  }
}

function valueIndex(
  atoms: readonly IndexedAtom[],
  op: 'equals' | 'equalsIgnoringCase',
  fold: (value: string) => string,
): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const { id, test } of atoms) {
    if (test.op !== op) continue
    const list = index.get(fold(test.value))
    if (list === undefined) index.set(fold(test.value), [id])
    else list.push(id)
  }
  return index
}
