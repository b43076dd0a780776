// Converts records to a list of distinct targets, without those that were seen recently.
import { parseSpan } from '../../util/index.ts'
import { distinct } from './distinct.ts'
import { type Family, type TargetKind, type TargetRow, targetOf } from './target.ts'

/** The options of a list. */
interface TargetListOptions {
  readonly kind: TargetKind
  /** Only addresses of this family. */
  readonly family?: Family | undefined
  /** Targets with a record seen at this time or later are left out (milliseconds since 1970 UTC). */
  readonly unseenSince?: number | undefined
}

/** A list under construction. */
export interface TargetList {
  /** The line of a record, including its line end; empty if it adds nothing. Rows arrive newest first. */
  readonly line: (row: TargetRow) => string
  /** Targets written, records seen recently, and records without a target. */
  readonly counts: () => { readonly targets: number; readonly recent: number; readonly without: number }
}

/** An empty list. */
export function targetList({ kind, family, unseenSince }: TargetListOptions): TargetList {
  const known = distinct()
  let [targets, recent, without] = [0, 0, 0]
  const line = (row: TargetRow): string => {
    const target = targetOf(kind, row, family)
    if (target === undefined) without++
    if (target === undefined || !known.add(target)) return ''
    // The newest record of a target arrives first and decides.
    const isRecent = unseenSince !== undefined && timeOf(row) >= unseenSince
    if (isRecent) recent++
    else targets++
    return isRecent ? '' : `${target}\n`
  }
  return { line, counts: () => ({ targets, recent, without }) }
}

function timeOf({ lastupdatetime }: TargetRow): number {
  return parseSpan(lastupdatetime)?.first ?? Number.POSITIVE_INFINITY
}
