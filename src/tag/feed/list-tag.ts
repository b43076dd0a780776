// What the addresses of a list are when only its name says it.
import { slug } from '../vocabulary/index.ts'
import type { FeedHints, FeedSink } from './feed.ts'
import { providerTag } from './provider-name.ts'

const AROUND = /^(csv|json|cidr|data|output|lists)[_-]|([_-](v4|v6|ipv4|ipv6|ip|ips|list|merged|ranges))+$/gi

const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/^tor.*exit/, 'tor_exit'],
  [/^tor[_-](nodes|relays)/, 'tor_relay'],
  [/^e?drop(-ipv6)?$/, 'list:spamhaus-drop'],
  [/^vpn$/, 'vpn'],
  [/^(datacenter|datacentre|hosting)$/, 'hosting'],
  [/^(fullbogons|bogons)/, 'bogon'],
]

/** The tags said with the source; else what its name is known for, a provider or service; else a block list of its name. */
export function listTags(hints: FeedHints): readonly string[] {
  if (hints.tags !== undefined) return hints.tags
  const name = slug(hints.name ?? '').replaceAll('_', '-') || 'unnamed'
  const core = name.replace(AROUND, '')
  const known = KNOWN.find(([pattern]) => pattern.test(core))
  return [known?.[1] ?? providerTag(core) ?? `list:${name}`]
}

/** A list that is declared to hold Tor exits or relays holds all of them; one whose kind was guessed from its name may not. */
export function declareComplete(sink: FeedSink, { tags = [] }: FeedHints): void {
  for (const tag of ['tor_exit', 'tor_relay']) if (tags.includes(tag)) sink.complete(tag)
}

/** Says that what a list lists was guessed from its name. */
export function guessedTags(sink: FeedSink, hints: FeedHints): void {
  if (hints.tags !== undefined) return
  const tags = listTags(hints).map((tag) => `\`${tag}\``)
  sink.guess(`the addresses are taken for ${tags.join(', ')} by the name of the feed; --tags overrules`)
}
