// The texts of one record as rules see them: cut to a length that bounds the work, and in lower case.
import type { Asset, Column } from '../asset/index.ts'

/** Characters of a text that rules see. */
const MOST = { body: 65_536, other: 16_384 } as const
const MOST_VALUES = 200

/** The texts of a record; each is cut and folded once. */
export class RecordTexts {
  readonly asset: Asset
  readonly #plain = new Map<Column, string>()
  readonly #lower = new Map<Column, string>()

  constructor(asset: Asset) {
    this.asset = asset
  }

  /** The text of a column, or its values on a line each. */
  plain(column: Column): string {
    const known = this.#plain.get(column)
    if (known !== undefined) return known
    const text = textOf(this.asset[column]).slice(0, column === 'body' ? MOST.body : MOST.other)
    this.#plain.set(column, text)
    return text
  }

  /** The same in lower case. */
  lower(column: Column): string {
    const known = this.#lower.get(column)
    if (known !== undefined) return known
    const text = this.plain(column).toLowerCase()
    this.#lower.set(column, text)
    return text
  }

  /** The values of a column: one, or those of its list. */
  values(column: Column): readonly string[] {
    const value: unknown = this.asset[column]
    return Array.isArray(value) ? value.slice(0, MOST_VALUES).map(String) : [this.plain(column)]
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return Array.isArray(value) ? value.slice(0, MOST_VALUES).join('\n') : String(value)
}
