// Objects of a routing registry (RPSL) as registries publish them, with the contacts that networks refer to.
import type { FeedHints, FeedSink, FeedText } from '../feed.ts'

/** One object: its class, the value of its first attribute, and its attributes. */
interface RegistryObject {
  readonly name: string
  readonly value: string
  readonly line: number
  readonly attributes: ReadonlyMap<string, string>
}

const NETWORKS = ['inetnum', 'inet6num']
/** Attributes with a mailbox: one for abuse is looked for along all references before any other is taken. */
const MAILBOXES = [['abuse-mailbox'], ['e-mail', 'email']] as const
/** Attributes that lead from an object to the one with the mailbox, the most direct first. */
const REFERENCES = ['abuse-c', 'mnt-irt', 'org', 'admin-c', 'tech-c']

/** Whether the text holds networks and mailboxes for abuse. */
export const isRegistry = ({ whole }: FeedText): boolean =>
  /^(?:inetnum|inet6num):/m.test(whole) && /^abuse-mailbox:/m.test(whole)

/** Adds every network from which a mailbox is reached within the file. */
export function readRegistry(feed: FeedText, sink: FeedSink, hints: FeedHints): void {
  const others = new Map<string, RegistryObject>()
  for (const object of objectsOf(feed.whole))
    if (!NETWORKS.includes(object.name)) others.set(keyOf(object), object)
  for (const object of objectsOf(feed.whole)) {
    if (!NETWORKS.includes(object.name)) continue
    const contact = contactOf(object, others)
    if (contact === undefined && hints.tags === undefined) continue
    sink.range(object.value, sink.label({ tags: hints.tags ?? [], contact }), `line ${object.line}`)
  }
}

/** Roles and persons are known by their handle, everything else by its first attribute. */
const keyOf = ({ attributes, value }: RegistryObject): string =>
  (attributes.get('nic-hdl') ?? value).toUpperCase()

function contactOf(network: RegistryObject, others: ReadonlyMap<string, RegistryObject>): string | undefined {
  for (const names of MAILBOXES) {
    const found = mailboxOf(network, others, names, 3)
    if (found !== undefined) return found
  }
  return undefined
}

/** The mailbox of an object, or of one it refers to, at most so many steps away. */
function mailboxOf(
  { attributes }: RegistryObject,
  others: ReadonlyMap<string, RegistryObject>,
  names: readonly string[],
  steps: number,
): string | undefined {
  const own = names.map((name) => attributes.get(name)).find((value) => value?.includes('@'))
  if (own !== undefined || steps === 0) return own
  for (const name of REFERENCES) {
    const other = others.get(attributes.get(name)?.toUpperCase() ?? '')
    const found = other === undefined ? undefined : mailboxOf(other, others, names, steps - 1)
    if (found !== undefined) return found
  }
  return undefined
}

function* objectsOf(whole: string): Generator<RegistryObject> {
  let lines: string[] = []
  let number = 0
  for (const line of whole.split('\n')) {
    number++
    if (line.trim() !== '') {
      if (!/^[%#]/.test(line)) lines.push(line)
      continue
    }
    if (lines.length > 0) yield objectOf(lines, number - lines.length)
    lines = []
  }
  if (lines.length > 0) yield objectOf(lines, number - lines.length + 1)
}

function objectOf(lines: readonly string[], line: number): RegistryObject {
  const attributes = new Map<string, string>()
  for (const text of lines) {
    const colon = text.indexOf(':')
    const name = text.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && /^[a-z]/i.test(text) && !attributes.has(name))
      attributes.set(
        name,
        text
          .slice(colon + 1)
          .split('#', 1)[0]
          ?.trim() ?? '',
      )
  }
  const [[name, value] = ['', '']] = attributes
  return { name, value, line, attributes }
}
