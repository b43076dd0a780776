// The texts of one record as rules see them: cut to a length that bounds the work, and in lower case.
import type { Asset, Column } from '../asset/index.ts'

/** Characters of a text that rules see. */
const MOST = { body: 65_536, other: 16_384 } as const
const MOST_VALUES = 200

/** The texts of a record; each is joined and folded once. */
export class RecordTexts {
  readonly asset: Asset
  readonly #joined = new Map<Column, string>()
  readonly #lower = new Map<Column, string>()

  constructor(asset: Asset) {
    this.asset = asset
  }

  /** The text of a column, or its values on a line each. */
  plain(column: Column): string {
    const value: unknown = this.asset[column]
    const most = column === 'body' ? MOST.body : MOST.other
    if (typeof value === 'string') return value.length > most ? value.slice(0, most) : value
    const known = this.#joined.get(column)
    if (known !== undefined) return known
    const text = textOf(value).slice(0, most)
    this.#joined.set(column, text)
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
