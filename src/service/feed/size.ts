// Refuses lists that cover too much of the address space until an administrator accepts them: one mistake would tag half of the
// internet.
import { coveredBy, type Covered, namespaceOf, type ReadFeed } from '../../tag/index.ts'
import type { Feed } from './types.ts'

/** Kinds with few addresses in the world. */
const NARROW = ['vpn', 'proxy', 'tor_exit', 'tor_relay', 'relay', 'scanner', 'resolver']

/** A /7 of IPv4, in addresses, and a /16 of IPv6, in networks of /48. */
const MOST: Covered = { four: 2 ** 25, six: 2 ** 32 }

/** The size above which growth is checked, and the factor that counts as a jump. */
const SMALL = 4096
const JUMP = 5

type Read = Extract<ReadFeed, { readonly ok: true }>['feed']

/** What a list covers, and why it should be refused; without a reason it may be used. */
export function judgeSize(feed: Feed, read: Read): { readonly covered: Covered; readonly problem?: string } {
  const covered = coveredBy(read.ranges)
  if (feed.acceptSize === true || feed.override) return { covered }
  const problem = tooWide(feed, read) ?? jumps(feed, covered)
  return problem === undefined
    ? { covered }
    : { covered, problem: `${problem}; if that is right, repeat with --accept-size` }
}

function tooWide(feed: Feed, { labels, ranges }: Read): string | undefined {
  const narrow = labels.map(({ tags }) => tags.find((tag) => NARROW.includes(namespaceOf(tag))))
  if (narrow.every((tag) => tag === undefined)) return undefined
  const { four, six } = coveredBy(ranges, (label) => narrow[label] !== undefined)
  const accepted = feed.accepted ?? { four: 0, six: 0 }
  const kind = narrow.find((tag) => tag !== undefined) ?? ''
  if (four > MOST.four && four > accepted.four * JUMP)
    return `it covers ${four} addresses, more than a /7, which is too much for \`${kind}\``
  if (six > MOST.six && six > accepted.six * JUMP)
    return `it covers ${six} networks of /48, more than a /16, which is too much for \`${kind}\``
  return undefined
}

/** Compared with the widest stored version, so that a good one is accepted again after a truncated one. */
function jumps({ versions }: Feed, { four, six }: Covered): string | undefined {
  const before = versions.flatMap(({ covered }) => (covered === undefined ? [] : [covered]))
  const most = {
    four: Math.max(0, ...before.map((one) => one.four)),
    six: Math.max(0, ...before.map((one) => one.six)),
  }
  if (most.four > SMALL && four > most.four * JUMP)
    return `it covers ${four} addresses, more than ${JUMP} times the ${most.four} of the versions before`
  if (most.six > SMALL && six > most.six * JUMP)
    return `it covers ${six} networks of /48, more than ${JUMP} times the ${most.six} of the versions before`
  return undefined
}
