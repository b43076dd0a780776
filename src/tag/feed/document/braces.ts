// Configurations with blocks in braces (HCL, VyOS, Caddy, define of nftables and their like) as objects: `word word {` names objects within
// each other, `name = value` and `name value` are members.
import { FeedError } from '../feed.ts'
import { Section, type Value } from './members.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Blocks within each other; no configuration has as many. */
const DEEPEST = 100

/** Reads the whole; a file that ends within a block is refused, as its last entries may be cut. */
export function readBraces(whole: string): Value {
  const read = new Braces(tokensOf(whole)).block(0)
  return read.members
}

class Braces {
  readonly #tokens: Iterator<Token>

  constructor(tokens: Iterator<Token>) {
    this.#tokens = tokens
  }

  #next(): Token | undefined {
    const { value, done } = this.#tokens.next()
    return done === true ? undefined : value
  }

  /** The statements up to the closing brace, or to the end of the file. */
  block(depth: number): Section {
    if (depth > DEEPEST) throw new FeedError(`the blocks are nested more than ${DEEPEST} levels deep`)
    const section = new Section()
    let words: string[] = []
    const end = (): void => {
      const [name, ...values] = words
      if (name !== undefined) section.add(name, values.length === 1 ? (values[0] ?? '') : values)
      words = []
    }
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.kind === 'newline' || token.text === ';' || token.text === ',') {
        if (token.kind !== 'text') end()
        else words.push(token.text)
      } else if (token.kind !== 'mark') words.push(token.text)
      else if (token.text === '{') {
        addNamed(section, words, this.block(depth + 1).members)
        words = []
      } else if (token.text === '}') {
        end()
        if (depth === 0) throw new FeedError('the file has a closing brace too many')
        return section
      } else if (token.text === '=') {
        const name = words.join(' ')
        const { value, closes } = this.#value(depth)
        section.add(name, value)
        words = []
        if (closes) return section
      } else if (token.text === '[') words.push(...textsIn(this.#list(']', depth)))
      // Brackets of calls and closing ones that nothing opened say nothing of addresses.
    }
    end()
    if (depth > 0) throw new FeedError('the file ends within a block, so it may be cut short')
    return section
  }

  /** What follows `=`, up to the end of the line; calls stand for the lists in them. */
  #value(depth: number): { readonly value: Value; readonly closes: boolean } {
    const values: Value[] = []
    let open = 0
    let closes = false
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.kind === 'newline' || token.text === ';') {
        if (token.kind === 'text') values.push(token.text)
        else if (open === 0 && values.length > 0) break
        else if (open === 0 && token.text === ';') break
      } else if (token.kind !== 'mark') values.push(token.text)
      else if (token.text === '{') values.push(this.#braced(depth + 1))
      else if (token.text === '[') values.push(this.#list(']', depth + 1))
      else if (token.text === '(') open++
      else if (token.text === ')') open--
      else if (token.text === ',' && open <= 0) break
      else if (token.text === '}') {
        closes = true
        break
      }
    }
    return { value: values.length === 1 ? (values[0] ?? '') : values, closes }
  }

  /** `{ a, b }` of nftables is a list, `{ a = b }` an object: its members without values are its items. */
  #braced(depth: number): Value {
    const { members } = this.block(depth)
    const entries = Object.entries(members)
    const isList = entries.every(([, value]) => Array.isArray(value) && value.flat().length === 0)
    return isList ? entries.map(([name]) => name) : members
  }

  #list(mark: string, depth: number): readonly Value[] {
    if (depth > DEEPEST) throw new FeedError(`the lists are nested more than ${DEEPEST} levels deep`)
    const values: Value[] = []
    for (let token = this.#next(); token !== undefined; token = this.#next()) {
      if (token.kind === 'mark' && token.text === mark) return values
      if (token.kind === 'word' || token.kind === 'text') values.push(token.text)
      else if (token.text === '[') values.push(this.#list(']', depth + 1))
      else if (token.text === '{') values.push(this.#braced(depth + 1))
    }
    throw new FeedError('the file ends within a list, so it may be cut short')
  }
}

const textsIn = (values: readonly Value[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string')

/** `a b {` is `{a: {b: …}}`; a block without a name goes into the one around it. */
function addNamed(section: Section, names: readonly string[], value: Value): void {
  const [first, ...others] = names
  if (first === undefined) section.add('block', value)
  else
    section.add(
      first,
      others.reduceRight<Value>((inner, name) => ({ [name]: inner }), value),
    )
}
