// Products as a source names them: the columns they fill and the JSON text that keeps name, version and category together.
import type { Stated } from '../../asset/index.ts'

/** One product. */
export interface Product {
  readonly product: string
  readonly version?: string | undefined
  readonly category?: readonly string[] | undefined
}

type ProductColumns = Pick<Stated, 'product' | 'product_version' | 'category' | 'structinfo'>

/** The columns of a list of products, each named once; nothing for an empty list. */
export function statedProducts(products: readonly Product[]): ProductColumns {
  const unique = new Map<string, Product>()
  for (const product of products) {
    const key = `${product.product.toLowerCase()}\n${product.version ?? ''}`
    if (product.product !== '' && !unique.has(key)) unique.set(key, product)
  }
  const list = [...unique.values()].filter((item) => item.version || !hasVersion(unique, item))
  if (list.length === 0) return {}
  const versions = [...new Set(list.flatMap(({ version }) => version || []))]
  const categories = [...new Set(list.flatMap(({ category }) => category ?? []))]
  return {
    product: [...new Set(list.map(({ product }) => product))],
    ...(versions.length > 0 && { product_version: versions }),
    ...(categories.length > 0 && { category: categories }),
    structinfo: JSON.stringify(list.map(entry)),
  }
}

/** Whether the same product is also named with a version. */
function hasVersion(unique: ReadonlyMap<string, Product>, { product }: Product): boolean {
  const prefix = `${product.toLowerCase()}\n`
  for (const key of unique.keys()) if (key.length > prefix.length && key.startsWith(prefix)) return true
  return false
}

function entry({ product, version, category }: Product): object {
  return {
    product,
    ...(version && { version }),
    ...(category !== undefined && category.length > 0 && { category: category.join(',') }),
  }
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
