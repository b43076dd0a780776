// Why questions of an entry have no answer.
import type { Cause, Causes } from '../entry.ts'
import { type Answers, ageOf, causeOfSilence, QUESTIONS, silenceIn, stateOf } from '../source/index.ts'
import { AGES, namespaceOf, parentsOf, THRESHOLD } from '../vocabulary/index.ts'
import type { Claim } from './claim.ts'
import type { Subject } from './subject.ts'

/** The cause of every open question of an entry, and of list hits that were withheld. */
export function causesOf(answers: Answers, subject: Subject, claims: readonly Claim[]): Causes {
  const silent = silenceIn(subject.context, subject.address.version, subject.scope)
  const expired = expiredNamespaces(subject)
  const open = QUESTIONS.filter(([, , answer]) => answer(answers) === null)
  const causes = open.map(([question, namespace]) => [
    question,
    withheld(namespace, subject, claims, expired) ?? causeOfSilence(silent(namespace)),
  ])
  const lists = answers.activity.lists.length > 0 ? undefined : withheld('list', subject, claims, expired)
  return Object.fromEntries(lists === undefined ? causes : [...causes, ['activity.lists', lists]])
}

/** What keeps a claim on the address itself from holding. */
function withheld(
  namespace: string,
  { scope, observed }: Subject,
  claims: readonly Claim[],
  expired: ReadonlySet<string>,
): Cause | undefined {
  if (scope !== 'public')
    return claims.some(({ tag }) => tag === 'reserved:shared-address') ? 'shared_address' : undefined
  if (namespace === 'honeypot' && observed) return 'below_threshold'
  const weak = claims.filter(
    ({ tag, confidence }) => namespaceOf(tag) === namespace && confidence > 0 && confidence < THRESHOLD,
  )
  if (weak.some(({ shared }) => shared === true)) return 'shared_address'
  if (weak.length > 0) return 'below_threshold'
  return expired.has(namespace) ? 'expired' : undefined
}

/** Nothing younger has expired, whatever it speaks of. */
const LEAST_EXPIRY =
  86_400 * Math.min(...Object.values(AGES).map(({ expired }) => expired ?? Number.POSITIVE_INFINITY))

const NOTHING: ReadonlySet<string> = new Set()

/** Namespaces in which only a source that is expired names the address. */
function expiredNamespaces({ hits, context: { now } }: Subject): ReadonlySet<string> {
  let found: Set<string> | undefined
  for (const { source, label } of hits) {
    if (ageOf(source, now) < LEAST_EXPIRY) continue
    for (const tag of label.tags) {
      if (stateOf(source, tag, now) !== 'expired') continue
      found ??= new Set()
      for (const one of [tag, ...parentsOf(tag)]) found.add(namespaceOf(one))
    }
  }
  return found ?? NOTHING
}
