// What a name and its value say of whether the publisher of a list still holds an entry to be one of it.
import { plainName } from './ends.ts'

/** Names that say no when they are false. */
const LISTED = /^(?:is_)?(?:enabled?|active|listed|(?:black|block|deny)_?listed|malicious|blocked|banned)$/
/** Names that take the entry out when they are true: `revoked` of STIX, `simulated` of CrowdSec, `negated` of Fastly. */
const TAKEN_OUT =
  /^(?:is_)?(?:revoked|deleted|removed|disabled|inactive|expired|withdrawn|(?:white|allow|safe)_?listed|false_?positive|simulated|negated?|invert(?:ed)?|exclude[ds]?|exempt(?:ed)?)$/
const STATE = /^(?:status|state)$/
const GONE =
  /^(?:revoked|deleted|removed|disabled|inactive|expired|withdrawn|(?:(?:white|allow|safe)[ _-]?|un|de)listed|false[ _-]?positive|unblocked)$/i

const isYes = (value: unknown): boolean =>
  value === true || value === 1 || /^(?:true|yes|y|1)$/i.test(textOf(value))
const isNo = (value: unknown): boolean =>
  value === false || value === 0 || /^(?:false|no|n|0)$/i.test(textOf(value))
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Whether a name is one by which entries are taken out of a list. */
export function isStanding(name: string): boolean {
  const plain = plainName(name)
  return LISTED.test(plain) || TAKEN_OUT.test(plain) || STATE.test(plain)
}

/** Whether an entry with such a member or cell was taken back, switched off or found to be harmless. */
export function isTakenOut(name: string, value: unknown): boolean {
  const plain = plainName(name)
  if (LISTED.test(plain)) return isNo(value)
  return TAKEN_OUT.test(plain) ? isYes(value) : STATE.test(plain) && GONE.test(textOf(value))
}

const GONE_REMARK =
  /^[\s([{<#;,:*\u2013\u2014-]*((?:was\s+|now\s+|has been\s+)?(?:removed|revoked|delisted|unlisted|de-listed|whitelisted|white-listed|allowlisted|withdrawn|unblocked|unbanned|false[ _-]?positive|no longer (?:listed|active|malicious|blocked)))\b/i

/** The words by which a remark behind an address says that it is no longer of the list; undefined for all others. */
export const goneRemark = (remark: string): string | undefined => GONE_REMARK.exec(remark)?.[1]
