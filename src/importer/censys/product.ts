// Software of a service.
import type { Stated } from '../../asset/index.ts'
import { cpeProduct, objectsAt, type Product, statedProducts, textAt, textsAt } from '../fact/index.ts'
import type { JsonObject } from '../text/index.ts'

/** Product columns from `software`, operating systems apart. */
export function statedProductsOf(service: JsonObject): Stated {
  const software = [...objectsAt(service, 'software'), ...objectsAt(service, 'hardware')]
  return statedProducts(software.filter((item) => !isSystem(item)).flatMap((item) => productOf(item) ?? []))
}

/** The operating system that a service shows. */
export function systemOf(service: JsonObject): string | undefined {
  const system = [
    ...objectsAt(service, 'operating_systems'),
    ...objectsAt(service, 'software').filter(isSystem),
  ][0]
  return system && productOf(system)?.product
}

function isSystem(item: JsonObject): boolean {
  return textAt(item, 'part') === 'o'
}

function productOf(item: JsonObject): Product | undefined {
  const cpe = textAt(item, 'uniform_resource_identifier') ?? textAt(item, 'cpe')
  const known = cpe === undefined ? undefined : cpeProduct(cpe)
  const product = textAt(item, 'product') ?? known?.product
  if (product === undefined) return undefined
  const version = textAt(item, 'version') ?? known?.version
  return { product, version, category: textsAt(item, 'type'), cpe: cpe === undefined ? [] : [cpe] }
}
