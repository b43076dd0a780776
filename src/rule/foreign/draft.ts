// What the converters of rule files share: a rule, or the reason why an entry cannot be one.
import { isAppError } from '../../error/index.ts'
import { createRecognise } from '../matcher.ts'
import { readRule } from '../read-rule.ts'
import type { RuleText } from '../rule.ts'

/** An entry that our rules cannot express. */
export interface RefusedEntry {
  readonly name: string
  readonly reason: string
}

/** A rule, or why there is none. */
export type Draft = RuleText | RefusedEntry

/** An entry without a rule. */
export function refused(name: unknown, reason: string): RefusedEntry {
  return {
    name: typeof name === 'string' && name !== '' ? name.slice(0, 200) : 'an entry without a name',
    reason,
  }
}

/** Whether it is none. */
export function isRefused(draft: Draft): draft is RefusedEntry {
  return 'reason' in draft
}

/** A rule of a product with conditions that all hold. */
export function draftOf(product: unknown, conditions: readonly string[]): Draft {
  if (typeof product !== 'string' || product === '' || product.length > 200)
    return refused(product, 'it does not name a product')
  if (conditions.length === 0) return refused(product, 'it has no condition that a record can answer')
  if (conditions.length > 50) return refused(product, 'it has more than 50 conditions')
  return { product, when: conditions.join(' && '), match: [], miss: [] }
}

/** Why a rule cannot be used; undefined where it can. */
export function faultOf(draft: RuleText): string | undefined {
  try {
    createRecognise([readRule('own', draft)])
    return undefined
  } catch (error) {
    if (isAppError(error)) return error.message
    throw error
  }
}

/**
 * A rule that holds where one of its conditions does: those that cannot be used are left out. Refused where none is left; `versions` are
 * conditions whose first group is the version.
 */
export function draftOfAny(
  product: string,
  conditions: readonly string[],
  more: Pick<RuleText, 'cpe' | 'vendor'> & { readonly versions?: readonly string[] },
): Draft {
  const { versions = [], ...names } = more
  const known = conditions.map((when) => {
    const draft = draftOf(product, [when])
    return { when, fault: isRefused(draft) ? draft.reason : faultOf(draft) }
  })
  const usable = known.filter(({ fault }) => fault === undefined).map(({ when }) => when)
  if (usable.length === 0)
    return refused(product, known[0]?.fault ?? 'it has no condition that a record can answer')
  const version = versions.filter((one) => usable.includes(one))
  const draft = draftOf(product, [usable.length === 1 ? usable.join('') : `(${usable.join(' || ')})`])
  return isRefused(draft) ? draft : { ...draft, ...names, ...(version.length > 0 && { version }) }
}

/** An expression of which only the group of this number captures. */
export function withOneGroup(expression: string, group: number): string {
  let number = 0
  let inClass = false
  let result = ''
  for (let at = 0; at < expression.length; at++) {
    const sign = expression.charAt(at)
    if (sign === '\\') {
      result += sign + expression.charAt(++at)
      continue
    }
    if (sign === '[') inClass = true
    else if (sign === ']') inClass = false
    const captures = sign === '(' && !inClass && expression[at + 1] !== '?'
    if (captures) number++
    result += captures && number !== group ? '(?:' : sign
  }
  return result
}
