// Products of a banner: its own, the web components found on the page, else what its CPE names say.
import type { Stated } from '../../asset/index.ts'
import { cpeProduct, objectAt, type Product, statedProducts, textAt, textsAt } from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** The product columns of a banner. */
export function statedProductsOf(banner: JsonObject): Stated {
  const own = ownProduct(banner)
  const components = componentsOf(banner)
  const named = own === undefined ? [] : [own]
  if (named.length + components.length > 0) return statedProducts([...named, ...components])
  return statedProducts(
    cpesOf(banner).flatMap((cpe) => {
      const known = cpeProduct(cpe)
      return known === undefined ? [] : [{ ...known, cpe: [cpe] }]
    }),
  )
}

/** The CPE names of version 2.3 where there are any, else the older ones. */
function cpesOf(banner: JsonObject): readonly string[] {
  const current = textsAt(banner, 'cpe23')
  return current.length > 0 ? current : textsAt(banner, 'cpe')
}

function ownProduct(banner: JsonObject): Product | undefined {
  const product = textAt(banner, 'product')
  if (product === undefined) return undefined
  const { version } = banner
  const device = textAt(banner, 'devicetype') ?? textAt(banner, 'device_type')
  return {
    product,
    // Old banners of games and the like hold it as a number.
    version: typeof version === 'number' ? String(version) : textAt(version),
    category: device === undefined ? [] : [device],
    cpe: cpesOf(banner),
  }
}

/** `http.components`: names with categories and versions; a list of names in old banners. */
function componentsOf(banner: JsonObject): readonly Product[] {
  const components = objectAt(banner, 'http', 'components') ?? {}
  const listed = Object.entries(components).map(([product, details]) => ({
    product,
    version: textsAt(details, 'versions')[0],
    category: textsAt(details, 'categories'),
  }))
  const waf = textAt(banner, 'http', 'waf')
  return [...listed, ...(waf === undefined ? [] : [{ product: waf, category: ['waf'] }])]
}
