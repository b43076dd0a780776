// Findings of scanners on a service. Findings accumulate: the record keeps each one with the imports that observed it, so that an
// observation by another tool, or one without findings, removes none. Two findings are the same when tool, identifier and location
// are equal.
import { printTime } from '../util/index.ts'
import { fingerprint } from './fingerprint.ts'

/** Severities of a finding, worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info', 'unknown'] as const

/** A severity. */
export type Severity = (typeof SEVERITIES)[number]

/** A finding as a source states it; times and the import are those of its observation. */
export interface StatedFinding {
  /** The tool that found it, in lower case: `nuclei`, `nmap`, `nessus`, `openvas`. */
  readonly tool: string
  /** Its identifier in that tool: a template, a plugin, a CVE. */
  readonly id: string
  /** Other identifiers of the same finding, such as CVEs. */
  readonly ids?: readonly string[]
  readonly name?: string
  /** `unknown` by default. */
  readonly severity?: Severity
  /** The location on the service, if one finding may appear several times: a URL, a parameter, a matcher. */
  readonly at?: string
  /** Evidence as text: output of the tool, request and response. */
  readonly evidence?: string
}

/** A finding of a record. */
export interface Finding extends Required<StatedFinding> {
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly first_seen: string
  readonly last_seen: string
  /** The import that observed it last; empty if unknown. */
  readonly import: string
}

/** An import that observed a finding, when first and last (seconds), and a hash of what it stated. */
export type FindingSighting = readonly [importId: string, first: number, last: number, stated: string]

/** A finding with everything that observed it. */
interface Observed {
  readonly stated: Required<StatedFinding>
  readonly sightings: readonly FindingSighting[]
}

/** The columns that findings fill. */
interface FindingColumns {
  readonly findings: readonly Finding[]
  readonly finding_sights: readonly (readonly FindingSighting[])[]
  readonly finding: readonly string[]
  readonly severity: readonly string[]
  readonly finding_tool: readonly string[]
  readonly finding_line: readonly string[]
}

/** The most findings of a record, and the most characters of their texts. */
export const FINDING_LIMITS = {
  findings: 500,
  sightings: 8,
  ids: 50,
  id: 200,
  name: 500,
  at: 2000,
  evidence: 16_384,
  allEvidence: 1_048_576,
} as const

/** The columns of a fresh record. */
export function observedFindings(
  stated: readonly StatedFinding[],
  importId: string,
  first: number,
  last: number,
): FindingColumns {
  const observed = stated.map(cleaned).filter(({ tool, id }) => tool !== '' && id !== '')
  return columnsFrom(
    union(
      observed.map((one) => ({ stated: one, sightings: [[importId, first, last, hashOf(one)] as const] })),
    ),
  )
}

/** Merges the findings of two records of one service. */
export function mergeFindings(a: FindingColumns, b: FindingColumns): FindingColumns {
  return columnsFrom(union([...observedOf(a), ...observedOf(b)]))
}

/**
 * The findings without what one import observed. Evidence that only this import contributed is removed, even when others observed
 * the finding.
 */
export function findingsWithout(columns: FindingColumns, importId: string): FindingColumns {
  const left = observedOf(columns).flatMap(({ stated, sightings }) => {
    const others = sightings.filter(([id]) => id !== importId)
    if (others.length === 0) return []
    const isStill = others.some(([, , , hash]) => hash === hashOf(stated))
    return [isStill ? { stated, sightings: others } : withoutEvidence(stated, others)]
  })
  return columnsFrom(left)
}

/** The finding as its newest observation shows it from now on; that observation's own evidence is no longer known. */
function withoutEvidence(finding: Required<StatedFinding>, sightings: readonly FindingSighting[]): Observed {
  const stated = { ...finding, evidence: '' }
  const [importId, first, last] = sightings.at(-1) ?? NEVER
  return { stated, sightings: [...sightings.slice(0, -1), [importId, first, last, hashOf(stated)]] }
}

function cleaned(stated: StatedFinding): Required<StatedFinding> {
  const { id, name, at, evidence } = FINDING_LIMITS
  const ids = [...new Set((stated.ids ?? []).map((one) => line(one, id)))]
  return {
    tool: line(stated.tool, id).toLowerCase(),
    id: line(stated.id, id),
    ids: ids.filter((one) => one !== '' && one !== stated.id).slice(0, FINDING_LIMITS.ids),
    name: line(stated.name ?? '', name),
    severity: stated.severity ?? 'unknown',
    at: line(stated.at ?? '', at),
    evidence: cut((stated.evidence ?? '').trim(), evidence),
  }
}

/** A text on one line. */
function line(text: string, limit: number): string {
  return cut(
    text
      .slice(0, limit * 4)
      .replace(/[\u0000-\u0020\u007f\u2028\u2029]+/g, ' ')
      .trim(),
    limit,
  )
}

function cut(text: string, limit: number): string {
  return text.slice(0, limit).toWellFormed()
}

function hashOf(stated: Required<StatedFinding>): string {
  const { ids, name, severity, evidence } = stated
  // Of two observations at the same moment, the one with evidence is greater.
  return (evidence === '' ? '0' : '1') + fingerprint(JSON.stringify([ids, name, severity, evidence]))
}

function observedOf({ findings, finding_sights }: FindingColumns): readonly Observed[] {
  return findings.map(({ first_seen, last_seen, import: _, ...stated }, index) => ({
    stated,
    sightings: finding_sights[index] ?? [],
  }))
}

/** Each finding once, as the newest observation stated it; at the same moment the one with the greater import id. */
function union(all: readonly Observed[]): readonly Observed[] {
  const found = new Map<string, Observed>()
  for (const one of all) {
    const key = keyOf(one.stated)
    const known = found.get(key)
    found.set(key, known === undefined ? one : joined(known, one))
  }
  return [...found.values()]
}

function keyOf({ tool, id, at }: Required<StatedFinding>): string {
  return JSON.stringify([tool, id, at])
}

function joined(a: Observed, b: Observed): Observed {
  const { stated } = isShown(a, b) ? a : b
  return { stated, sightings: joinedSightings(a.sightings, b.sightings) }
}

function isShown(a: Observed, b: Observed): boolean {
  const [one, other] = [newestOf(a), newestOf(b)]
  const order = compareSightings(one, other)
  if (order !== 0) return order > 0
  return one[3] === other[3] ? a.stated.evidence >= b.stated.evidence : one[3] > other[3]
}

const NEVER: FindingSighting = ['', 0, 0, '']

function newestOf({ sightings }: Observed): FindingSighting {
  return sightings.at(-1) ?? NEVER
}

/** Compares by the last time, then by import. */
function compareSightings(a: FindingSighting, b: FindingSighting): number {
  return a[2] - b[2] || (a[0] === b[0] ? 0 : a[0] > b[0] ? 1 : -1)
}

/** One sighting per import, oldest first; the oldest beyond the limit are combined into one without an import. */
function joinedSightings(
  a: readonly FindingSighting[],
  b: readonly FindingSighting[],
): readonly FindingSighting[] {
  const seen = new Map<string, FindingSighting>()
  for (const sighting of [...a, ...b]) {
    const known = seen.get(sighting[0])
    seen.set(sighting[0], known === undefined ? sighting : sameImport(known, sighting))
  }
  const sorted = [...seen.values()].sort(compareSightings)
  const surplus = sorted.length - FINDING_LIMITS.sightings
  if (surplus <= 0) return sorted
  const forgotten = sorted.slice(0, surplus + 1)
  const last = forgotten.at(-1) ?? NEVER
  const first = Math.min(...forgotten.map(([, time]) => time))
  return [['', first, last[2], last[3]], ...sorted.slice(surplus + 1)]
}

function sameImport(a: FindingSighting, b: FindingSighting): FindingSighting {
  const later = a[2] === b[2] ? (a[3] >= b[3] ? a : b) : a[2] > b[2] ? a : b
  return [a[0], Math.min(a[1], b[1]), later[2], later[3]]
}

function columnsFrom(all: readonly Observed[]): FindingColumns {
  const kept = withinLimits(inOrder(all).slice(0, FINDING_LIMITS.findings))
  const stated = kept.map((one) => one.stated)
  return {
    findings: kept.map(shownOf),
    finding_sights: kept.map(({ sightings }) => sightings),
    finding: distinct(stated.flatMap(({ id, ids }) => [id, ...ids])),
    severity: distinct(stated.map(({ severity }) => severity)),
    finding_tool: distinct(stated.map(({ tool }) => tool)),
    finding_line: distinct(stated.map(lineOf)),
  }
}

/** Sorted by severity, worst first, then by their texts. */
function inOrder(all: readonly Observed[]): readonly Observed[] {
  const keyed = all.map((one) => ({ one, key: orderOf(one) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ one }) => one)
}

function orderOf({ stated: { severity, id, tool, at } }: Observed): string {
  return [SEVERITIES.indexOf(severity), id, tool, at].join('\u0000')
}

/** The evidence of a record is bounded in total; the worst findings keep theirs. */
function withinLimits(all: readonly Observed[]): readonly Observed[] {
  let room: number = FINDING_LIMITS.allEvidence
  return all.map((one) => {
    room -= one.stated.evidence.length
    return room >= 0 ? one : { ...one, stated: { ...one.stated, evidence: '' } }
  })
}

function shownOf({ stated, sightings }: Observed): Finding {
  const { tool, id, ids, name, severity, at, evidence } = stated
  const [importId, , last] = sightings.at(-1) ?? NEVER
  const first = Math.min(...sightings.map(([, time]) => time))
  const times = { first_seen: printTime(first * 1000), last_seen: printTime(last * 1000) }
  return { id, name, severity, tool, ids, at, ...times, import: importId, evidence }
}

/** Severity, identifier, tool, name, other identifiers and location of one finding. */
function lineOf({ severity, id, tool, name, ids, at }: Required<StatedFinding>): string {
  return [severity, id, tool, name, ...ids, at].filter((text) => text !== '').join(' ')
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
