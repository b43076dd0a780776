// Exclusion rules as one condition that is true for excluded records; `asset/exclusion.ts` implements the same for records in
// memory.
import type { ExclusionKind, ExclusionRule } from '../asset/index.ts'
import { parseNetwork } from '../util/index.ts'
import { type Fragment, join, sql, textList, textSet } from './fragment.ts'
import { inNetwork, networkSets } from './network-set.ts'
import { hasAddressIn } from './several-addresses.ts'

/** More names are looked up by their suffixes instead of being compared one by one. */
const FEW_NAMES = 16

/** The condition of the records that at least one rule excludes; undefined without rules. */
export function excludedBy(rules: readonly ExclusionRule[]): Fragment | undefined {
  const of = (kind: ExclusionKind): readonly string[] =>
    rules.filter((rule) => rule.kind === kind).map(({ value }) => value)
  const conditions = [
    ...addressConditions(of('network')),
    ...nameConditions(sql`reached`, of('host')),
    ...fingerprintConditions(of('certificate')),
    ...certificateNames(of('certificate_name')),
  ]
  return conditions.length === 0 ? undefined : sql`(${join(conditions, ' OR ')})`
}

function addressConditions(values: readonly string[]): readonly Fragment[] {
  const networks = values.map(parseNetwork).filter((network) => network !== undefined)
  if (networks.length === 0) return []
  const { sets, rest } = networkSets(networks)
  return [...(sets === undefined ? [] : [sets]), ...rest.map(inNetwork), hasAddressIn(networks)]
}

function fingerprintConditions(values: readonly string[]): readonly Fragment[] {
  return values.length === 0 ? [] : [sql`cert_sha256 IN ${textSet(values)}`]
}

/** Whether a name equals one of these or is below one. */
function nameConditions(name: Fragment, values: readonly string[]): readonly Fragment[] {
  if (values.length === 0) return []
  if (values.length <= FEW_NAMES) {
    const endings = textList(values.map((value) => `.${value}`))
    return [sql`arrayExists(one -> endsWith(concat('.', ${name}), one), ${endings})`]
  }
  const suffixes = sql`arrayMap(at -> arrayStringConcat(arraySlice(splitByChar('.', ${name}), at), '.'), range(1, countSubstrings(${name}, '.') + 2))`
  return [sql`arrayExists(one -> one IN ${textSet(values)}, ${suffixes})`]
}

function certificateNames(values: readonly string[]): readonly Fragment[] {
  const [condition] = nameConditions(sql`lower(name)`, values)
  return condition === undefined
    ? []
    : [sql`arrayExists(name -> ${condition}, arrayPushFront(cert_domain, cert_subject_cn))`]
}
