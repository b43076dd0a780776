// Decides which records an exclusion rule excludes; excluded records are never stored and never shown. `sql/exclusion.ts` compiles
// the same rules for stored records, and a test compares the two.
import { parseAddress, parseNetwork } from '../util/index.ts'
import type { Asset } from './asset.ts'

/** The kinds of rules. */
export const EXCLUSION_KINDS = ['network', 'host', 'certificate', 'certificate_name'] as const

/** A network, a host name, the fingerprint of a certificate, or a name in a certificate. */
export type ExclusionKind = (typeof EXCLUSION_KINDS)[number]

/**
 * One rule with a canonical value: a CIDR; a lower-case name, which includes its subdomains; a SHA-256 fingerprint as 64 lower-case
 * hexadecimal characters; or a name in a certificate, which includes its subdomains.
 */
export interface ExclusionRule {
  readonly kind: ExclusionKind
  readonly value: string
}

/** The columns that rules read. */
type Excludable = Pick<Asset, 'reached' | 'ip' | 'ips' | 'cert_sha256' | 'cert_subject_cn' | 'cert_domain'>

/** Finds a rule that excludes a record. */
type FindExclusion = (record: Excludable) => ExclusionRule | undefined

/** Prepares rules for many records. */
export function exclusionFinder(rules: readonly ExclusionRule[]): FindExclusion {
  const networks = networksOf(rules)
  const valuesOf = (kind: ExclusionKind): ReadonlyMap<string, ExclusionRule> =>
    new Map(rules.filter((rule) => rule.kind === kind).map((rule) => [rule.value, rule]))
  const [hosts, certificates, names] = [
    valuesOf('host'),
    valuesOf('certificate'),
    valuesOf('certificate_name'),
  ]
  return (record) =>
    findNetwork(networks, record) ??
    findName(hosts, [record.reached]) ??
    certificates.get(record.cert_sha256) ??
    findName(names, [record.cert_subject_cn, ...record.cert_domain])
}

/** Rules for the networks of one prefix length, by their first address. */
interface NetworksOfLength {
  /** The bits behind the prefix, all set. */
  readonly rest: bigint
  readonly version: 4 | 6
  readonly rules: Map<bigint, ExclusionRule>
}

/** Groups networks by prefix length, so that an address is looked up once per length, however many rules there are. */
function networksOf(rules: readonly ExclusionRule[]): readonly NetworksOfLength[] {
  const groups = new Map<string, NetworksOfLength>()
  for (const rule of rules) {
    const network = rule.kind === 'network' ? parseNetwork(rule.value) : undefined
    if (network === undefined) continue
    const { version, first, last, prefix } = network
    const key = `${version}/${prefix}`
    const group = groups.get(key) ?? { rest: last - first, version, rules: new Map() }
    groups.set(key, group)
    if (!group.rules.has(first)) group.rules.set(first, rule)
  }
  return [...groups.values()]
}

function findNetwork(
  networks: readonly NetworksOfLength[],
  { ip, ips }: Excludable,
): ExclusionRule | undefined {
  if (networks.length === 0) return undefined
  for (const text of [ip, ...ips]) {
    const address = parseAddress(text)
    if (address === undefined) continue
    for (const { rest, version, rules } of networks) {
      const rule = version === address.version ? rules.get(address.value & ~rest) : undefined
      if (rule !== undefined) return rule
    }
  }
  return undefined
}

function findName(
  rules: ReadonlyMap<string, ExclusionRule>,
  names: readonly string[],
): ExclusionRule | undefined {
  if (rules.size === 0) return undefined
  for (const name of names) {
    for (const suffix of suffixesOf(asciiLower(name))) {
      const rule = rules.get(suffix)
      if (rule !== undefined) return rule
    }
  }
  return undefined
}

/** The name, and the name without its first labels. */
function* suffixesOf(name: string): Generator<string> {
  for (let at = -1; ; ) {
    yield name.slice(at + 1)
    at = name.indexOf('.', at + 1)
    if (at < 0) return
  }
}

/** Lower-cased as in the engine. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
