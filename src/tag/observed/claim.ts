// Our own records as claims; kept here so that the tagger treats them like every other source.
import { classify, type Observed } from '../../asset/index.ts'
import { trimEnds } from '../../util/index.ts'
import type { Basis, Honeypot } from '../entry.ts'
import { THRESHOLD } from '../vocabulary/index.ts'

/** A tag of our records. */
interface ObservedClaim {
  readonly tag: string
  readonly basis: Basis
  readonly confidence: number
  readonly note: string | undefined
}

/** How sure an observation is: 70, more when newer and repeated, at most 90. */
export function observedConfidence(observed: Observed['served'], now: number): number {
  const age = now / 86_400 - Date.parse(`${observed.last}T00:00:00Z`) / 86_400_000
  const newer = age <= 7 ? 10 : age <= 30 ? 5 : 0
  const repeated = observed.records >= 10 ? 10 : observed.records >= 3 ? 5 : 0
  return 70 + newer + repeated
}

/** Every tag the records give. */
export function observedClaims(
  observed: Observed,
  honeypot: Honeypot,
  now: number,
): readonly ObservedClaim[] {
  const confidence = observedConfidence(observed.served, now)
  const plain = (tag: string): ObservedClaim => ({ tag, basis: 'observed', confidence, note: undefined })
  return [
    ...observed.ports.map((port) => plain(`port:${port}`)),
    ...observed.protocols.map((protocol) => plain(`protocol:${tagText(protocol)}`)),
    ...observed.products.map((product) => plain(`product:${tagText(product)}`)),
    ...classify(observed).map(
      ({ name, sign, weak }): ObservedClaim =>
        weak
          ? { tag: `class:${name}`, basis: 'inferred', confidence: 30, note: `${sign} alone` }
          : { tag: `class:${name}`, basis: 'observed', confidence, note: sign },
    ),
    ...honeypotClaim(honeypot, confidence),
  ]
}

function honeypotClaim({ score, reasons }: Honeypot, confidence: number): ObservedClaim[] {
  if (score === 0) return []
  const note = `score ${score}: ${reasons.join('; ')}`
  return score >= THRESHOLD
    ? [{ tag: 'honeypot', basis: 'observed', confidence, note }]
    : [{ tag: 'honeypot', basis: 'inferred', confidence: Math.max(20, Math.min(40, score)), note }]
}

/** A value as it is in a tag: lower case, blanks as `-`, nothing that separates. */
function tagText(text: string): string {
  const joined = text.toLowerCase().replace(/[\s,:"'\x00-\x1f\x7f]+/g, '-')
  return trimEnds(joined, '-').slice(0, 64) || 'unnamed'
}
