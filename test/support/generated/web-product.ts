// Which products answer on which web ports.
import { Weighted } from '../../../src/demo/random.ts'
import { WEB_PRODUCTS, type WebProduct } from '../../../src/demo/web-product.ts'

const weight = (one: { readonly weight: number }) => one.weight

const sites = new Weighted(
  WEB_PRODUCTS.filter((one) => one.isSite),
  weight,
)
const anywhere = new Weighted(WEB_PRODUCTS, weight)
const byPort = new Map<number, Weighted<WebProduct>>()
for (const port of WEB_PRODUCTS.flatMap((one) => one.ports)) {
  const listed = WEB_PRODUCTS.filter((one) => one.ports.includes(port))
  byPort.set(port, new Weighted(listed, weight))
}

/** Ports that only certain products use. */
export const SPECIAL_WEB_PORTS: readonly number[] = [...byPort.keys()].filter((port) => port !== 80)

/** The products of sites with names, of any port, or of one port. */
export function productsOf(place: 'site' | number): Weighted<WebProduct> {
  if (place === 'site') return sites
  return byPort.get(place) ?? anywhere
}
