// Documents in writings other than JSON: read as what JSON would hold, by the same walk.
import { readBraces } from '../document/braces.ts'
import type { Value } from '../document/members.ts'
import { depthOf, isBlank, opened, readSections, sectionLine } from '../document/sections.ts'
import { readXml } from '../document/xml.ts'
import type { FeedSink, FeedText, Reader } from '../feed.ts'
import { refuseTooDeep } from '../json.ts'
import { isJsonLike } from '../text.ts'
import { readDocuments } from './any-json.ts'

interface Writing {
  readonly kind: string
  readonly title: string
  readonly detect: (feed: FeedText) => boolean
  readonly parse: (whole: string, sink: FeedSink) => Value
}

/** Pages, programs in PHP and blocks of Apache begin like XML. */
const NOT_XML =
  /^\s*<(?:\?php\b|!doctype html\b|(?:html|head|body|require(?:all|any|none)|(?:directory|location|files|limit|proxy|virtualhost|if)[a-z]*)\b)/i

const xml: Writing = {
  kind: 'xml',
  title: 'XML with addresses anywhere',
  detect: ({ head }) => /^\s*<[!?A-Za-z]/.test(head) && !NOT_XML.test(head) && !/<html[\s>]/i.test(head),
  parse: (whole) => readXml(whole),
}

const braces: Writing = {
  kind: 'braces',
  title: 'configuration in braces (HCL, VyOS, Caddy and their like)',
  detect: ({ head }) => !isJsonLike(head) && !/^\s*</.test(head) && hasBlocks(head),
  parse: (whole) => readBraces(whole),
}

const sections: Writing = {
  kind: 'sections',
  title: 'configuration in sections (TOML, INI, UCI)',
  detect: ({ head }) => !isJsonLike(head) && !/^\s*</.test(head) && hasSections(head),
  parse: (whole, sink) =>
    readSections(whole, (line, number) => sink.bad(`line ${number}`, `\`${line.slice(0, 60)}\` has no name`)),
}

const readerOf = ({ kind, title, detect, parse }: Writing): Reader => ({
  ...{ kind, title, basis: 'curated' as const, detect },
  read(feed, sink, hints) {
    const value = parse(feed.whole, sink)
    refuseTooDeep(value)
    readDocuments([{ value, place: '' }], sink, hints)
  },
})

/** Reader of XML, which no format of lines should see. */
export const xmlReader: Reader = readerOf(xml)

/** Readers of the other writings. */
export const documentReaders: readonly Reader[] = [sections, braces].map(readerOf)

/** `name {` at the end of a line, and `}` at the start of one. */
const hasBlocks = (head: string): boolean =>
  /^[ \t]*[^\s{}#/;][^{}\n]{0,300}(?:\s|=)\{[ \t]*(?:(?:#|\/\/)[^\n]*)?$/m.test(head) &&
  /^[ \t]*\}/m.test(head)

const SAMPLE = 400

/** A section or more, and nothing but members with values below. */
function hasSections(head: string): boolean {
  let [named, members, others] = [0, 0, 0]
  let open = 0
  for (const raw of head.split('\n', SAMPLE)) {
    if (open > 0) {
      open += depthOf(raw)
      continue
    }
    if (isBlank(raw)) continue
    const line = sectionLine(raw)
    if (line === undefined) others++
    else if (line.is === 'section') named++
    else {
      members++
      open = opened(line.text)
    }
  }
  return named > 0 && members > 0 && others <= members / 10
}
