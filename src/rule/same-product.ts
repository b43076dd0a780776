// Whether two sources name the same product: by their names, or by their CPE names.
import type { Found } from '../asset/index.ts'

/** What a source says of a product. */
export interface NamedProducts {
  /** Any of them may be right. */
  readonly products: readonly string[]
  readonly cpes: readonly string[]
  /** Makers: a name may begin with one. */
  readonly vendors?: readonly string[]
}

/** Whether a product that a rule found is one of them: a name may have the vendor or a word more. */
export function isNamed(
  { product = '', cpe }: Pick<Found, 'product' | 'cpe'>,
  { products, cpes, vendors = [] }: NamedProducts,
): boolean {
  const own = cpe === undefined ? undefined : productOf(cpe)
  if (own !== undefined && cpes.some((one) => productOf(one) === own)) return true
  return [plain, withoutKind].some((spell) => {
    const found = [spell(product), ...withoutVendor(spell(product), vendors.map(spell))]
    return products.some((name) => found.some((one) => areAlike(one, spell(name), wordsOf(product, name))))
  })
}

/** Shorter names than this are compared as whole words: `eft` is part of `secureftp` and means something else. */
const SHORTEST_PART = 4

function areAlike(one: string, other: string, words: ReadonlySet<string>): boolean {
  const [short = '', long = ''] = one.length < other.length ? [one, other] : [other, one]
  if (short === '' || !long.includes(short)) return false
  return short.length >= SHORTEST_PART || short === long || words.has(short)
}

/** The words that two names share. */
function wordsOf(one: string, other: string): ReadonlySet<string> {
  const [left, right] = [one, other].map((name) => new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  return new Set([...(left ?? [])].filter((word) => right?.has(word)))
}

/** Letters and digits. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The same without words such as `httpd` and `HTTP Server`, which only say what kind of program it is; empty for nothing else. */
function withoutKind(name: string): string {
  const kinds = /\b(?:(?:http|ftp|ssh|smtp)d|(?:http |ftp |ssh |smtp |web )?server)\b/g
  const rest = plain(name.toLowerCase().replaceAll(kinds, ''))
  return rest.length < 3 ? plain(name) : rest
}

function withoutVendor(name: string, vendors: readonly string[]): readonly string[] {
  return vendors
    .filter((vendor) => vendor !== '' && name.startsWith(vendor) && name.length > vendor.length + 1)
    .map((vendor) => name.slice(vendor.length))
}

/** The product of a CPE name of version 2.2 or 2.3, without its vendor: products change hands. */
function productOf(cpe: string): string | undefined {
  const parts = cpe.toLowerCase().split(/(?<!\\):/)
  const product = parts[1] === '2.3' ? parts[4] : parts[3]
  return product === undefined || product === '' || product === '*' ? undefined : product
}
