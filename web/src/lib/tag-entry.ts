// One address of a result with everything known of it, as docs/tagging.md explains it.
import type { TagEntry } from './answer-types.ts'

/** Why questions have no answer, by question (`anonymity.vpn`). */
export type Unknown = TagEntry['unknown']

/** Which source answers questions with no, by question. */
export type RuledOut = TagEntry['ruled_out']

/** The questions, in the order in which they are shown. */
export const QUESTIONS = [
  'anonymity.vpn',
  'anonymity.proxy',
  'anonymity.tor_exit',
  'anonymity.tor_relay',
  'infrastructure.cloud',
  'infrastructure.cdn',
  'infrastructure.hosting',
  'activity.scanner',
  'activity.honeypot',
  'activity.lists',
] as const

/** The causes, in the order in which they are shown. */
export const CAUSES = [
  'no_source',
  'expired',
  'family_not_covered',
  'below_threshold',
  'shared_address',
] as const

/** Confidence from which on a tag is given. */
export const THRESHOLD = 50
