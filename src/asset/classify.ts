// What kind of device or service the records show.
import type { Observed } from './observed.ts'
import { CERTIFICATE_CLASSES, CLASSES, type ClassRow } from './class-table.ts'

/** A class and what showed it. */
interface Classified {
  readonly name: string
  /** The product, protocol, title or port. */
  readonly sign: string
  /** Whether a port alone suggests it, which is too weak for a tag. */
  readonly weak: boolean
}

/** What `classify` looks at. */
export type ClassSigns = Pick<Observed, 'products' | 'protocols' | 'ports' | 'titles' | 'certStates'>

/** All classes of an address, each once with its strongest sign. */
export function classify(signs: ClassSigns): readonly Classified[] {
  const { ports, protocols } = signs
  const written = {
    ports,
    protocols,
    products: signs.products.map(comparable),
    titles: signs.titles.map(comparable),
  }
  const shown = CLASSES.flatMap((row) => signOf(row, written))
  const certified = signs.certStates.map((state) => ({
    name: CERTIFICATE_CLASSES[state].name,
    sign: `certificate ${state.replace('_', '-')}`,
    weak: false,
  }))
  return [...shown, ...certified]
}

/** A text and its lower case, which is compared. */
interface Comparable {
  readonly text: string
  readonly lower: string
}

/** The kind of a service is at the start of its name or title. */
const COMPARED = 4096

function comparable(whole: string): Comparable {
  const text = whole.slice(0, COMPARED)
  return { text, lower: text.toLowerCase() }
}

interface WrittenSigns extends Pick<ClassSigns, 'ports' | 'protocols'> {
  readonly products: readonly Comparable[]
  readonly titles: readonly Comparable[]
}

function signOf(row: ClassRow, { products, protocols, titles, ports }: WrittenSigns): Classified[] {
  const product = products.find(({ lower }) => row.products.some((sign) => hasWord(lower, sign)))
  if (product !== undefined) return [{ name: row.name, sign: `product ${product.text}`, weak: false }]
  const protocol = protocols.find((name) => row.protocols.includes(name.toLowerCase()))
  if (protocol !== undefined) return [{ name: row.name, sign: `protocol ${protocol}`, weak: false }]
  const title = titles.find(({ lower }) => row.titles.some((sign) => hasWord(lower, sign)))
  if (title !== undefined) return [{ name: row.name, sign: `title ${title.text.slice(0, 60)}`, weak: false }]
  const port = ports.find((number) => row.ports.includes(number))
  return port === undefined ? [] : [{ name: row.name, sign: `port ${port}`, weak: true }]
}

const LETTER = /[\p{L}\p{N}]/u

/** Whether the sign is in the lower-case text as whole words. */
function hasWord(lower: string, sign: string): boolean {
  for (let at = lower.indexOf(sign); at >= 0; at = lower.indexOf(sign, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? '') && !LETTER.test(lower[at + sign.length] ?? '')) return true
  }
  return false
}
