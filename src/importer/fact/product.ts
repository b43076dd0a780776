// Products as a source names them: the columns they fill and the JSON text that keeps name, version and category together.
import type { Stated } from '../../asset/index.ts'

/** One product. */
export interface Product {
  readonly product: string
  readonly version?: string | undefined
  readonly category?: readonly string[] | undefined
}

type ProductColumns = Pick<Stated, 'product' | 'product_version' | 'category' | 'structinfo'>

/** All that was said of one product. */
interface Known {
  readonly product: string
  readonly versions: Set<string>
  readonly categories: Set<string>
}

/** The columns of a list of products, each named once in its first spelling; nothing for an empty list. */
export function statedProducts(products: readonly Product[]): ProductColumns {
  const known = new Map<string, Known>()
  for (const { product, version, category = [] } of products) {
    if (product === '') continue
    const key = product.toLowerCase()
    const entry = known.get(key) ?? { product, versions: new Set<string>(), categories: new Set<string>() }
    known.set(key, entry)
    if (version) entry.versions.add(version)
    for (const name of category) entry.categories.add(name)
  }
  const list = [...known.values()]
  const versions = [...new Set(list.flatMap((entry) => [...entry.versions]))]
  const categories = [...new Set(list.flatMap((entry) => [...entry.categories]))]
  if (list.length === 0) return {}
  return {
    product: list.map(({ product }) => product),
    ...(versions.length > 0 && { product_version: versions }),
    ...(categories.length > 0 && { category: categories }),
    structinfo: JSON.stringify(list.flatMap(entriesOf)),
  }
}

/** One entry per version, or one without where there is none. */
function entriesOf({ product, versions, categories }: Known): object[] {
  const category = categories.size === 0 ? {} : { category: [...categories].join(',') }
  if (versions.size === 0) return [{ product, ...category }]
  return [...versions].map((version) => ({ product, version, ...category }))
}

/** Product and version of a CPE name, 2.2 (`cpe:/a:…`) or 2.3, of an application, system or device; undefined for others. */
export function cpeProduct(cpe: string): Product | undefined {
  const match = /^cpe:(?:\/|2\.3:)([aoh]):([^:]*):([^:]+)(?::([^:]*))?/i.exec(cpe)
  if (match === null) return undefined
  const [, , , product = '', version = ''] = match
  if (/^[*-]?$/.test(product)) return undefined
  return { product: unescaped(product), version: /^[*-]?$/.test(version) ? undefined : unescaped(version) }
}

function unescaped(text: string): string {
  return text
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\(.)/g, '$1')
}
