// Checks a new feed before anything is fetched.
import { AppError } from '../../error/index.ts'
import { feedKinds } from '../../tag/index.ts'
import { checkUrl } from './connector.ts'
import { isDatabase } from './database.ts'
import { DATABASE_KINDS, type FeedContent, type FeedInput } from './types.ts'

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/
const TAG = /^[a-z][a-z0-9_]{0,31}(?::[a-z0-9][a-z0-9._/-]{0,63})?$/
/** Names that the program itself uses for sources. */
const RESERVED: ReadonlySet<string> = new Set(['records', 'iana', 'networks', 'builtin'])

/** An error for the administrator who manages feeds. */
export const wrong = (message: string): AppError => new AppError('params', `[-4] Params Error: ${message}`)

/** Fails with `params` for an invalid feed. */
export function checkInput({ name, kind = 'auto', content, tags, confidence }: FeedInput): void {
  if (!NAME.test(name) || RESERVED.has(name)) {
    throw wrong(
      `the name \`${name}\` of a feed must be lower-case letters, digits and - (at most 64), and none of ${[...RESERVED].join(', ')}`,
    )
  }
  checkKind(kind, content)
  for (const tag of tags ?? [])
    if (!TAG.test(tag)) throw wrong(`\`${tag}\` is not a valid tag; write it like tor_exit or list:mine`)
  if (confidence !== undefined && !(Number.isInteger(confidence) && confidence >= 1 && confidence <= 100))
    throw wrong(`the confidence \`${confidence}\` must be a whole number from 1 to 100`)
  checkContent(content)
}

function checkKind(kind: string, content: FeedContent): void {
  const kinds = ['auto', ...feedKinds.map((row) => row.kind), ...DATABASE_KINDS]
  if (!kinds.includes(kind)) throw wrong(`unknown kind \`${kind}\`; known are ${kinds.join(', ')}`)
  const second = content.from === 'file' && content.second !== undefined
  if (second && !isDatabase(kind)) throw wrong('only databases have a second file for IPv6')
  if (kind === 'network' && !second)
    throw wrong('a database of networks needs a file for IPv4 and one for IPv6 (--v6)')
}

/** Fails with `params` for an address that can never be fetched. */
export function checkContent(content: FeedContent): void {
  if (content.from !== 'url') return
  try {
    checkUrl(content.url)
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error))
  }
}
