// The questions of an entry that have three answers, and which of them no loaded source can answer.
import type { TagContext } from '../context.ts'
import type { Cause, Causes, OkEntry, Question } from '../entry.ts'
import { type Silence, silenceIn, stateOf } from './silence.ts'

/** What each cause means. */
export const CAUSES: Readonly<Record<Cause, string>> = {
  no_source: 'no loaded source names the address, and none lists all such addresses',
  expired: 'the source that could tell is too old',
  family_not_covered: 'the sources that could tell hold no addresses of this IP version',
  below_threshold: 'a source names the address, but the confidence stays below the threshold',
  shared_address: 'many people or sites share the address, so that a hit says little',
}

/** The part of an entry that answers questions. */
export type Answers = Pick<OkEntry, 'infrastructure' | 'anonymity' | 'activity'>

/** Every question that can stay open, its namespace, and its answer. */
export const QUESTIONS: readonly (readonly [Question, string, (entry: Answers) => unknown])[] = [
  ['infrastructure.cloud', 'cloud', ({ infrastructure }) => infrastructure.cloud],
  ['infrastructure.cdn', 'cdn', ({ infrastructure }) => infrastructure.cdn],
  ['infrastructure.hosting', 'hosting', ({ infrastructure }) => infrastructure.hosting],
  ['anonymity.vpn', 'vpn', ({ anonymity }) => anonymity.vpn],
  ['anonymity.proxy', 'proxy', ({ anonymity }) => anonymity.proxy],
  ['anonymity.tor_exit', 'tor_exit', ({ anonymity }) => anonymity.tor_exit],
  ['anonymity.tor_relay', 'tor_relay', ({ anonymity }) => anonymity.tor_relay],
  ['activity.scanner', 'scanner', ({ activity }) => activity.scanner],
  ['activity.honeypot', 'honeypot', ({ activity }) => activity.honeypot],
]

/** No is only said where a fact may be false; a question that stays null despite it is one that nobody decides. */
export const causeOfSilence = (silence: Silence): Cause => (silence === 'no' ? 'below_threshold' : silence)

/** The questions that no loaded source can answer with yes at all, with the cause; built-in sources count. */
export function unansweredIn(context: TagContext): Causes {
  const four = silenceIn(context, 4, 'public')
  const able = (namespace: string): boolean =>
    context.sources.sources.some(
      (source) => source.speaks.includes(namespace) && stateOf(source, namespace, context.now) !== 'expired',
    )
  const open = QUESTIONS.filter(
    ([, namespace]) => !able(namespace) && !(namespace === 'honeypot' && context.observe !== undefined),
  )
  return Object.fromEntries(open.map(([question, namespace]) => [question, causeOfSilence(four(namespace))]))
}
