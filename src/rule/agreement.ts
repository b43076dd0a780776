// How far rules and sources agree: on records of which a source states the products.
import type { Asset, Found, Recognise } from '../asset/index.ts'
import { countRecord, type Counts, countsOf, noCounts } from './counts.ts'
import { isNamed } from './same-product.ts'

/** Figures of one product that sources state, or of all records. */
interface ProductAgreement {
  readonly product: string
  /** Records of which a source states it. */
  readonly stated: number
  /** Those in which a rule found any product. */
  readonly answered: number
  /** Those in which a rule found one that the source states. */
  readonly agreed: number
}

/** What a source states where rules found only other products. */
interface Disagreement {
  readonly stated: string
  readonly found: string
  readonly rule: string
  readonly records: number
}

/** The comparison of rules with what sources state. */
export interface Agreement {
  readonly all: ProductAgreement
  readonly products: readonly ProductAgreement[]
  readonly disagreements: readonly Disagreement[]
}

/** Runs rules over records; those of which no source states a product are left out. */
export function compareWithSources(
  recognise: Recognise,
  records: Iterable<Pick<Asset, 'product' | 'cpe'> & Asset>,
): Agreement {
  const all = noCounts()
  const products = new Map<string, Counts>()
  const pairs = new Map<string, Disagreement>()
  for (const record of records) {
    if (record.product.length === 0) continue
    const found = recognise(record).filter(({ product }) => product !== undefined)
    const stated = { products: record.product, cpes: record.cpe }
    const isAgreed = found.some((one) =>
      isNamed(one, { ...stated, vendors: one.vendor === undefined ? [] : [one.vendor] }),
    )
    for (const name of [undefined, ...new Set(record.product.map((one) => one.toLowerCase()))])
      countRecord(name === undefined ? all : countsOf(products, name), found.length > 0, isAgreed)
    if (!isAgreed) for (const one of found) addPair(pairs, record.product, one)
  }
  return {
    all: agreementOf('all', all),
    products: [...products].map(([product, counts]) => agreementOf(product, counts)).sort(byRecords),
    disagreements: [...pairs.values()].sort(
      (a, b) => b.records - a.records || (a.stated < b.stated ? -1 : 1),
    ),
  }
}

function agreementOf(product: string, { records, answered, right }: Counts): ProductAgreement {
  return { product, stated: records, answered, agreed: right }
}

function addPair(pairs: Map<string, Disagreement>, products: readonly string[], one: Found): void {
  const [stated, found] = [products.join(', '), one.product ?? '']
  const key = JSON.stringify([stated, one.rule])
  const records = (pairs.get(key)?.records ?? 0) + 1
  pairs.set(key, { stated, found, rule: one.rule, records })
}

function byRecords(a: ProductAgreement, b: ProductAgreement): number {
  return b.stated - a.stated || (a.product < b.product ? -1 : 1)
}
