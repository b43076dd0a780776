// Services that operate their addresses alone and do what they are known for. Ranges in which customers run their own programs
// (`service:google`, `service:github-actions`) are not among them, and neither are open resolvers of unknown operators.
import type { KnownGood } from '../entry.ts'
import { namespaceOf, tagValue } from '../vocabulary/index.ts'
import type { Claim } from './claim.ts'

const CRAWLERS = ['bingbot', 'duckassistbot', 'googlebot', 'gptbot', 'openai', 'perplexity']
const MONITORS = ['pingdom', 'statuscake']

/** The strongest claim that names such a service; claims below the threshold are not given. */
export function knownGoodOf(held: readonly Claim[]): KnownGood | null {
  for (const { tag, basis } of held) {
    const kind = kindOf(tag)
    if (kind !== undefined && basis !== 'inferred' && basis !== 'asn') return { kind, name: tagValue(tag) }
  }
  return null
}

function kindOf(tag: string): KnownGood['kind'] | undefined {
  const name = tagValue(tag)
  if (namespaceOf(tag) === 'resolver') return name === '' ? undefined : 'resolver'
  if (CRAWLERS.includes(name)) return 'crawler'
  return MONITORS.includes(name) ? 'monitor' : undefined
}
