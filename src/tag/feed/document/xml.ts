// XML as objects: children and attributes are members, an element of nothing but text is a text.
import { Parser } from 'htmlparser2'
import { FeedError } from '../feed.ts'
import { Section, type Value } from './members.ts'

/** Elements within each other; no list has as many. */
const DEEPEST = 200

interface Open {
  readonly name: string
  readonly section: Section
  text: string
}

/** Reads the whole; a file that ends within an element is refused, as its last entries may be cut. */
export function readXml(whole: string): Value {
  const root: Open = { name: '', section: new Section(), text: '' }
  const open: Open[] = [root]
  let isEnd = false
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > DEEPEST) throw new FeedError(`the XML is nested more than ${DEEPEST} levels deep`)
        const section = new Section()
        for (const [attribute, value] of Object.entries(attributes))
          if (!/^xmlns|^xsi:/i.test(attribute)) section.add(localName(attribute), value)
        open.push({ name: localName(name), section, text: '' })
      },
      ontext(text) {
        const within = open.at(-1)
        if (within !== undefined) within.text += text
      },
      onclosetag() {
        if (isEnd) throw new FeedError(`the XML is broken or cut short: \`${open.at(-1)?.name}\` has no end`)
        const ended = open.pop()
        if (ended !== undefined) open.at(-1)?.section.add(ended.name, valueIn(ended))
      },
    },
    { xmlMode: true },
  )
  parser.write(whole)
  isEnd = true
  parser.end()
  return root.section.members
}

/** A name without the prefix of its namespace. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function valueIn({ section, text }: Open): Value {
  const own = text.trim()
  if (section.isEmpty) return own
  if (own !== '') section.add('value', own)
  return section.members
}
