// What kind of device or service the records show.
import { CERTIFICATE_CLASSES, CLASSES, type ClassRow } from './class-table.ts'
import type { Observed } from './observed.ts'

/** A class and what showed it. */
export interface Classified {
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
  const shown = CLASSES.flatMap((row) => signOf(row, signs))
  const certified = signs.certStates.map((state) => ({
    name: CERTIFICATE_CLASSES[state].name,
    sign: `certificate ${state.replace('_', '-')}`,
    weak: false,
  }))
  return [...shown, ...certified]
}

function signOf(row: ClassRow, { products, protocols, titles, ports }: ClassSigns): Classified[] {
  const product = products.find((name) => row.products.some((sign) => hasWord(name, sign)))
  if (product !== undefined) return [{ name: row.name, sign: `product ${product}`, weak: false }]
  const protocol = protocols.find((name) => row.protocols.includes(name.toLowerCase()))
  if (protocol !== undefined) return [{ name: row.name, sign: `protocol ${protocol}`, weak: false }]
  const title = titles.find((text) => row.titles.some((sign) => hasWord(text, sign)))
  if (title !== undefined) return [{ name: row.name, sign: `title ${title.slice(0, 60)}`, weak: false }]
  const port = ports.find((number) => row.ports.includes(number))
  return port === undefined ? [] : [{ name: row.name, sign: `port ${port}`, weak: true }]
}

const LETTER = /[\p{L}\p{N}]/u

/** Whether the sign stands in the text as whole words, without case. */
function hasWord(text: string, sign: string): boolean {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(sign); at >= 0; at = lower.indexOf(sign, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? '') && !LETTER.test(lower[at + sign.length] ?? '')) return true
  }
  return false
}
