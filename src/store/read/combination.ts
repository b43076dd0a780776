// Which values of columns occur together, and which values columns of lists have.
import type { Asset, Column } from '../../asset/index.ts'
import type { Selection } from '../store.ts'

/** A request for the different combinations of some columns among the matches. */
export interface CombinationsRequest<Picked extends Column> extends Selection {
  readonly columns: readonly Picked[]
  readonly signal?: AbortSignal | undefined
}

/** Values of some columns that occur together, and in how many matches. */
export interface Combination<Picked extends Column> {
  readonly values: Pick<Asset, Picked>
  readonly count: number
}

/** The columns with lists of texts. */
export type ListColumn = {
  [Name in Column]: Asset[Name] extends readonly string[] ? Name : never
}[Column]
