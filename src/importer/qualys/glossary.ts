// The glossary at the end of a report: titles, severities and CVEs of the results above it, which are held until it was read.
import type { StatedFinding } from '../../asset/index.ts'
import type { Reading } from '../importer.ts'
import { childOf, childrenOf, childText, type XmlElement } from '../text/index.ts'
import { severityOfLevel } from './port.ts'

/** Characters that are held; hosts beyond are passed on without titles. */
const HELD = 16 * 1024 * 1024

interface Entry {
  readonly title: string | undefined
  readonly level: string | undefined
  readonly cves: readonly string[]
}

/** Holds readings until their findings can be named. */
export class Glossary {
  #held: Reading[] = []
  #size = 0
  #late = false
  readonly #entries = new Map<string, Entry>()

  /** Takes an entry. */
  learn(details: XmlElement): void {
    const qid = childText(details, 'QID')
    if (qid === undefined) return
    const cves = childrenOf(childOf(details, 'CVE_ID_LIST'), 'CVE_ID').flatMap(
      (cve) => childText(cve, 'ID') ?? [],
    )
    this.#entries.set(qid, {
      title: childText(details, 'TITLE'),
      level: childText(details, 'SEVERITY'),
      cves,
    })
  }

  /** Holds a reading, and passes on those that are too many. */
  *hold(reading: Reading): Generator<Reading> {
    this.#held.push(reading)
    this.#size += sizeOf(reading)
    if (this.#size <= HELD) return
    this.#late = true
    yield* this.#pass()
  }

  /** Passes on what is held, with what was learned. */
  *release(): Generator<Reading> {
    yield* this.#pass()
    if (this.#late)
      yield {
        kind: 'note',
        text: 'the report is too long to name all findings: the first ones have no titles',
      }
  }

  *#pass(): Generator<Reading> {
    for (const reading of this.#held) yield this.#named(reading)
    this.#held = []
    this.#size = 0
  }

  #named(reading: Reading): Reading {
    if (reading.kind !== 'observation' || reading.observation.findings === undefined) return reading
    const findings = reading.observation.findings.map((finding) => this.#completed(finding))
    return { ...reading, observation: { ...reading.observation, findings } }
  }

  #completed(finding: StatedFinding): StatedFinding {
    const entry = this.#entries.get(finding.id)
    if (entry === undefined) return finding
    return {
      ...finding,
      ...(entry.title !== undefined && { name: entry.title }),
      severity: finding.severity === 'info' ? 'info' : severityOfLevel(entry.level),
      ids: finding.ids?.length ? finding.ids : entry.cves,
    }
  }
}

function sizeOf(reading: Reading): number {
  if (reading.kind !== 'observation') return 200
  const findings = reading.observation.findings ?? []
  return findings.reduce((sum, finding) => sum + 200 + (finding.evidence?.length ?? 0), 500)
}
