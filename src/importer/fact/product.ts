// Products as a source names them: the columns they fill and the JSON text that keeps name, version and category together.
import type { Stated } from '../../asset/index.ts'

/** One product. */
export interface Product {
  /** Undefined where the source names none: it is left out. */
  readonly product: string | undefined
  readonly version?: string | undefined
  readonly category?: readonly string[] | undefined
  /** CPE names and further words of the source; kept in `structinfo` only. */
  readonly cpe?: readonly string[] | undefined
  readonly info?: string | undefined
}

type ProductColumns = Pick<Stated, 'product' | 'product_version' | 'category' | 'structinfo'>

/** All that was said of one product. */
interface Known {
  readonly product: string
  readonly versions: Set<string>
  readonly categories: Set<string>
  readonly cpe: Set<string>
  info: string | undefined
}

/** The columns of a list of products, each named once in its first spelling; nothing for an empty list. */
export function statedProducts(products: readonly Product[]): ProductColumns {
  const known = new Map<string, Known>()
  for (const item of products) {
    const { product = '' } = item
    if (product === '') continue
    const key = product.toLowerCase()
    const entry = known.get(key) ?? unknown(product)
    known.set(key, entry)
    if (item.version) entry.versions.add(item.version)
    for (const name of item.category ?? []) entry.categories.add(name)
    for (const name of item.cpe ?? []) entry.cpe.add(name)
    entry.info ??= item.info
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

function unknown(product: string): Known {
  return { product, versions: new Set(), categories: new Set(), cpe: new Set(), info: undefined }
}

/** One entry per version, or one without where there is none. */
function entriesOf({ product, versions, categories, cpe, info }: Known): object[] {
  const rest = {
    ...(categories.size > 0 && { category: [...categories].join(',') }),
    ...(cpe.size > 0 && { cpe: [...cpe] }),
    ...(info && { info }),
  }
  if (versions.size === 0) return [{ product, ...rest }]
  return [...versions].map((version) => ({ product, version, ...rest }))
}

/** The products with a version that a `Server` header names: `Apache/2.4.58 (Ubuntu) PHP/8.2`. */
export function serverProducts(server: string | undefined): readonly Product[] {
  const words = (server ?? '')
    .slice(0, 500)
    .replace(/\([^()]*\)/g, ' ')
    .split(' ')
  return words.flatMap((word) => {
    const [, product, version] = /^([A-Za-z][\w.+-]*)\/(\d[\w.+~-]*)$/.exec(word) ?? []
    return product === undefined ? [] : [{ product, version }]
  })
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
