// Elements of an XML stream as small trees: the wanted ones whole, everything around them as it opens and closes.
import { Buffer } from 'node:buffer'
import type { Reading } from '../importer.ts'
import { DEFAULT_LINE_LIMIT, reject } from './line.ts'
import { RootWatch } from './root.ts'
import { declaredEncoding, type XmlEvent, XmlReader } from './xml.ts'

/** An element with all that is in it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** All text directly in it, as it is. */
  readonly text: string
  readonly line: number
}

/** What reading elements yields. */
export type ElementEvent =
  | { readonly kind: 'element'; readonly element: XmlElement }
  /** An element that is not wanted itself and may hold wanted ones. */
  | Extract<XmlEvent, { kind: 'open' | 'close' }>
  /** Text within other elements that is not blank. */
  | Extract<XmlEvent, { kind: 'text' }>
  /** A wanted element that was cut, torn or too long, as far as it was read. */
  | { readonly kind: 'torn'; readonly element: XmlElement; readonly reason: string }
  | Extract<Reading, { kind: 'reject' }>

interface Draft extends XmlElement {
  readonly children: Draft[]
  text: string
}

/** Deeper trees than this are nobody's scan; what is deeper is left out. */
const DEEPEST = 64

/** Builds the wanted elements from events. */
class ElementBuilder {
  readonly #wanted: ReadonlySet<string>
  readonly #limit: number
  readonly #open: Draft[] = []
  #tooDeep = 0
  #size = 0

  constructor(wanted: ReadonlySet<string>, limit: number) {
    this.#wanted = wanted
    this.#limit = limit
  }

  take(event: XmlEvent): ElementEvent | undefined {
    if (event.kind === 'open') return this.#opened(event)
    if (event.kind === 'close') return this.#closed(event)
    if (event.kind === 'broken') return this.#broke(event)
    if (this.#open.length === 0) return outside(event)
    this.#add(event.text)
    return undefined
  }

  /** The wanted element the input ended in. */
  end(): ElementEvent | undefined {
    return this.#tear('the input ends within this record')
  }

  #opened(event: XmlEvent & { kind: 'open' }): ElementEvent | undefined {
    const parent = this.#open.at(-1)
    if (parent === undefined && !this.#wanted.has(event.name)) return event
    if (this.#open.length >= DEEPEST) {
      if (!event.empty) this.#tooDeep++
      return undefined
    }
    const { name, attributes, line } = event
    const draft: Draft = { name, attributes, line, children: [], text: '' }
    this.#size += 64
    for (const [key, value] of attributes) this.#size += key.length + value.length
    if (parent === undefined && event.empty) return this.#finish(draft)
    if (this.#size <= this.#limit) parent?.children.push(draft)
    if (!event.empty) this.#open.push(draft)
    return undefined
  }

  #closed(event: XmlEvent & { kind: 'close' }): ElementEvent | undefined {
    const [outermost] = this.#open
    if (outermost === undefined) return event
    if (this.#tooDeep > 0) {
      this.#tooDeep--
      return undefined
    }
    const at = this.#open.findLastIndex((draft) => draft.name === event.name)
    // The end of something around it, while it is still open: its own end tag is missing.
    if (at < 0) return undefined
    this.#open.length = at
    return at === 0 ? this.#finish(outermost) : undefined
  }

  #finish(element: Draft): ElementEvent {
    const over = this.#size > this.#limit
    this.#size = 0
    if (!over) return { kind: 'element', element }
    return {
      kind: 'torn',
      element,
      reason: `longer than the limit of ${this.#limit} bytes; raise import.lineLimit to read it`,
    }
  }

  #add(text: string): void {
    const draft = this.#open.at(-1)
    if (draft === undefined || this.#tooDeep > 0) return
    this.#size += text.length
    if (this.#size <= this.#limit) draft.text += text
  }

  #broke(event: XmlEvent & { kind: 'broken' }): ElementEvent | undefined {
    const reason = event.tooLong
      ? `longer than the limit of ${this.#limit} bytes; raise import.lineLimit to read it`
      : 'a tag is torn'
    return this.#tear(reason) ?? reject(event.line, reason, event.text)
  }

  #tear(reason: string): ElementEvent | undefined {
    const [element] = this.#open
    this.#open.length = 0
    this.#tooDeep = 0
    this.#size = 0
    return element && { kind: 'torn', element, reason }
  }
}

/** A text without the blanks around it, where something is left. */
function outside(event: XmlEvent & { kind: 'text' }): ElementEvent | undefined {
  const text = event.text.trimStart()
  const before = event.text.slice(0, event.text.length - text.length)
  return text === ''
    ? undefined
    : { ...event, text: text.trimEnd(), line: event.line + before.split('\n').length - 1 }
}

/** Reads the elements of these names, each as a whole; they are not looked for within each other. */
export async function* readElements(
  bytes: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<string>,
  options: { readonly lineLimit?: number | undefined },
): AsyncGenerator<ElementEvent> {
  const builder = new ElementBuilder(wanted, options.lineLimit ?? DEFAULT_LINE_LIMIT)
  let reader: XmlReader | undefined
  let start: Uint8Array = new Uint8Array(0)
  const roots = new RootWatch()
  function* built(events: readonly XmlEvent[]): Generator<ElementEvent> {
    for (const event of events) {
      const found = builder.take(event)
      if (found !== undefined) yield besideRoots(found, roots)
    }
  }
  for await (const chunk of bytes) {
    if (reader === undefined) {
      start = Buffer.concat([start, chunk])
      if (start.length < 200) continue
      reader = new XmlReader({ ...options, encoding: declaredEncoding(start) })
      yield* built(reader.push(start))
    } else yield* built(reader.push(chunk))
  }
  if (reader === undefined) {
    reader = new XmlReader({ ...options, encoding: declaredEncoding(start) })
    yield* built(reader.push(start))
  }
  yield* built(reader.end())
  const last = builder.end()
  if (last !== undefined) yield besideRoots(last, roots)
  yield* roots.end()
}

/** The same, with a reject in place of an element that was torn. */
export async function* readWholeElements(
  ...input: Parameters<typeof readElements>
): AsyncGenerator<Exclude<ElementEvent, { kind: 'torn' }>> {
  for await (const event of readElements(...input))
    yield event.kind === 'torn'
      ? reject(event.element.line, event.reason, printElement(event.element))
      : event
}

/** The event; a reject in its place where it is a text outside of all elements. */
function besideRoots(event: ElementEvent, roots: RootWatch): ElementEvent {
  if (event.kind === 'open') roots.open(event)
  else if (event.kind === 'close') roots.close(event)
  else if (event.kind === 'element' || event.kind === 'torn') roots.found()
  else if (event.kind === 'text') return roots.text(event) ?? event
  return event
}

/** The first child of this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** The trimmed text of the first child of this name; undefined where it is absent or blank. */
export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim() || undefined
}

/** All children of this name. */
export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

/** An attribute's value; undefined where it is absent or empty. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.get(name) || undefined
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
}

/** The element as XML text. */
export function printElement(element: XmlElement): string {
  const attributes = [...element.attributes].map(([name, value]) => ` ${name}="${escaped(value)}"`).join('')
  const inner = escaped(element.text) + element.children.map(printElement).join('')
  return inner === ''
    ? `<${element.name}${attributes}/>`
    : `<${element.name}${attributes}>${inner}</${element.name}>`
}
