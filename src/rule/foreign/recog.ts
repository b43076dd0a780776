// Recog's XML files: fingerprints with examples, whose products are known. https://github.com/rapid7/recog
import { Parser } from 'htmlparser2'

/** One fingerprint. */
export interface Fingerprint {
  readonly pattern: string
  readonly ignoresCase: boolean
  readonly examples: readonly RecogExample[]
  readonly params: readonly RecogParam[]
}

/** A text with what is known of it. */
export interface RecogExample {
  readonly text: string
  readonly known: Readonly<Record<string, string>>
}

/** A value of a fingerprint: a text, or a group of the pattern. */
interface RecogParam {
  readonly name: string
  readonly position: number
  readonly value: string
}

/** A file. */
export interface RecogFile {
  /** What the texts are: `http_header.server` and the like; the protocol, such as `telnet`, where the file has no other name. */
  readonly matches: string
  readonly fingerprints: readonly Fingerprint[]
}

interface Draft {
  pattern: string
  ignoresCase: boolean
  examples: RecogExample[]
  params: RecogParam[]
}

/** Reads a file; undefined for what is none. */
export function readRecog(xml: string): RecogFile | undefined {
  let matches: string | undefined
  const drafts: Draft[] = []
  let example: { text: string; known: Record<string, string> } | undefined
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const draft = drafts.at(-1)
        if (name === 'fingerprints') matches = kindOf(attributes)
        else if (name === 'fingerprint') drafts.push(draftOf(attributes))
        else if (name === 'example') example = { text: '', known: attributes }
        else if (name === 'param') draft?.params.push(paramOf(attributes))
      },
      ontext: (text) => {
        if (example !== undefined) example.text += text
      },
      onclosetag: (name) => {
        if (name !== 'example' || example === undefined) return
        drafts.at(-1)?.examples.push(decoded(example))
        example = undefined
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(xml)
  return matches === undefined ? undefined : { matches, fingerprints: drafts }
}

/** Files about icons are those about their MD5. */
function kindOf({ matches, protocol = '' }: Readonly<Record<string, string>>): string {
  return matches?.includes('favicon') === true ? 'favicon.md5' : (matches ?? protocol)
}

function draftOf({ pattern = '', flags = '' }: Readonly<Record<string, string>>): Draft {
  return { pattern, ignoresCase: flags.includes('REG_ICASE'), examples: [], params: [] }
}

function paramOf({ name = '', pos = '0', value = '' }: Readonly<Record<string, string>>): RecogParam {
  return { name, position: Number(pos), value }
}

function decoded({ text, known }: RecogExample): RecogExample {
  return known['_encoding'] === 'base64'
    ? { text: Buffer.from(text, 'base64').toString('latin1'), known }
    : { text, known }
}
