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
  const shown = COMPARED_CLASSES.flatMap((row) => signOf(row, written))
  const certified = signs.certStates.map((state) => ({
    name: CERTIFICATE_CLASSES[state].name,
    sign: `certificate ${state.replace('_', '-')}`,
    weak: false,
  }))
  return [...shown, ...certified]
}

/** A text with its words in lower case. */
interface Comparable {
  readonly text: string
  readonly lower: string
  readonly words: readonly string[]
}

/** The kind of a service is at the start of its name or title. */
const COMPARED = 4096

function comparable(whole: string): Comparable {
  const text = whole.slice(0, COMPARED)
  const lower = text.toLowerCase()
  return { text, lower, words: lower.match(/[\p{L}\p{N}]+/gu) ?? [] }
}

/** Signs that are compared with a text: single words, and phrases. */
interface Signs {
  readonly words: ReadonlySet<string>
  readonly phrases: readonly string[]
}

function signsOf(signs: readonly string[]): Signs {
  const isWord = (sign: string): boolean => /^[\p{L}\p{N}]+$/u.test(sign)
  return { words: new Set(signs.filter(isWord)), phrases: signs.filter((sign) => !isWord(sign)) }
}

interface ComparedClass {
  readonly row: ClassRow
  readonly products: Signs
  readonly titles: Signs
}

const COMPARED_CLASSES: readonly ComparedClass[] = CLASSES.map((row) => ({
  row,
  products: signsOf(row.products),
  titles: signsOf(row.titles),
}))

interface WrittenSigns extends Pick<ClassSigns, 'ports' | 'protocols'> {
  readonly products: readonly Comparable[]
  readonly titles: readonly Comparable[]
}

function signOf({ row, products, titles }: ComparedClass, written: WrittenSigns): Classified[] {
  const product = written.products.find((text) => hasSign(text, products))
  if (product !== undefined) return [{ name: row.name, sign: `product ${product.text}`, weak: false }]
  const protocol = written.protocols.find((name) => row.protocols.includes(name.toLowerCase()))
  if (protocol !== undefined) return [{ name: row.name, sign: `protocol ${protocol}`, weak: false }]
  const title = written.titles.find((text) => hasSign(text, titles))
  if (title !== undefined) return [{ name: row.name, sign: `title ${title.text.slice(0, 60)}`, weak: false }]
  const port = written.ports.find((number) => row.ports.includes(number))
  return port === undefined ? [] : [{ name: row.name, sign: `port ${port}`, weak: true }]
}

function hasSign({ lower, words }: Comparable, signs: Signs): boolean {
  return words.some((word) => signs.words.has(word)) || signs.phrases.some((sign) => hasPhrase(lower, sign))
}

const LETTER = /[\p{L}\p{N}]/u

/** Whether the lower-case text contains the phrase, not within longer words. */
function hasPhrase(lower: string, phrase: string): boolean {
  for (let at = lower.indexOf(phrase); at >= 0; at = lower.indexOf(phrase, at + 1)) {
    if (!LETTER.test(lower[at - 1] ?? '') && !LETTER.test(lower[at + phrase.length] ?? '')) return true
  }
  return false
}
