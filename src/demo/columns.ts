// Columns that every kind of generated record states alike.
import type { Stated } from '../asset/index.ts'
import type { Host } from './host.ts'

/** Address, place and network of the host. */
export function hostColumns({ ip, place, network }: Host): Stated {
  const { country, country_name, province, city, latitude, longitude } = place
  return { ip, country, country_name, province, city, latitude, longitude, ...network }
}

/** Product, version and category; none where there is no product. */
export function productColumns(
  product: readonly string[],
  version: readonly string[],
  category: readonly string[],
): Stated {
  if (product.length === 0) return {}
  return { product, product_version: version, category }
}
