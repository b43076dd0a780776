// Merges the findings of two records. The first may come without values when only hashes were read.
import { mergeFindings } from './finding.ts'
import type { Side } from './merge-group.ts'
import { type Choice, isLater, keep } from './merge-part.ts'
import { FINDINGS } from './part.ts'

/** Merges the findings of a record with those of an observation. */
export function mergeFindingParts(a: Side, b: Side): Choice {
  const { time, importId } = isLater(b.state, a.state) ? b.state : a.state
  if (a.state.hash === b.state.hash) return keep(FINDINGS, b, { time, importId })
  const asset = { ...b.asset, ...mergeFindings(a.asset, b.asset) }
  const state = { ...b.state, time, importId }
  return { groups: new Map([['finding', { asset, state }]]), state, isMixed: true }
}
