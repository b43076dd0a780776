import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { observed } from '../../test/support/observed.ts'
import { FINDING_LIMITS, observedFindings } from './finding.ts'
import {
  type Asset,
  MERGE_COLUMNS,
  type MergeColumns,
  merge,
  mergeHead,
  type StatedFinding,
  withoutImport,
} from './index.ts'

const LOG4J: StatedFinding = {
  tool: 'nuclei',
  id: 'log4j-rce',
  ids: ['CVE-2021-44228'],
  name: 'Log4j',
  severity: 'critical',
  evidence: 'GET /\n\nHTTP/1.1 200 OK',
}
const OLD_TLS: StatedFinding = { tool: 'nmap', id: 'old-tls', severity: 'low' }

/** A bare port with findings, or a page with them. */
function seen(importId: string, time: number, findings: readonly StatedFinding[], title = ''): Asset {
  return observed({
    lastupdatetime: time,
    firstseen: time,
    imports: [[importId, time, time]],
    title,
    content_time: title === '' ? null : time,
    content_import: title === '' ? '' : importId,
    stated: title === '' ? [] : ['title'],
    ...observedFindings(findings, importId, time, time),
  })
}

const all = (first: Asset, ...rest: readonly Asset[]): Asset => rest.reduce(merge, first)
const headOf = (record: Asset): MergeColumns =>
  Object.fromEntries(MERGE_COLUMNS.map((column) => [column, record[column]])) as unknown as MergeColumns

describe('the findings of a record', () => {
  it('fill columns that conditions can use', () => {
    expect(observedFindings([OLD_TLS, LOG4J], 'a', 0, 1)).toMatchObject({
      finding: ['log4j-rce', 'CVE-2021-44228', 'old-tls'],
      severity: ['critical', 'low'],
      finding_tool: ['nuclei', 'nmap'],
      finding_line: ['critical log4j-rce nuclei Log4j CVE-2021-44228', 'low old-tls nmap'],
      findings: [
        { id: 'log4j-rce', first_seen: '1970-01-01 00:00:00', last_seen: '1970-01-01 00:00:01', import: 'a' },
        {},
      ],
    })
  })

  it('are kept when another tool reports others, or a scan reports none', () => {
    const record = all(
      seen('a', 10, [LOG4J]),
      seen('b', 20, [OLD_TLS]),
      seen('c', 30, [], 'a page'),
      seen('d', 40, []),
    )
    expect(record).toMatchObject({
      finding_line: { length: 2 },
      title: 'a page',
      product: [],
      lastupdatetime: 40,
    })
    expect(record.findings.map(({ last_seen }) => last_seen.slice(-2))).toEqual(['10', '20'])
  })

  it('are the same finding when tool, identifier and location are equal', () => {
    const later = { ...LOG4J, severity: 'high', evidence: 'again' } as const
    const record = all(seen('a', 10, [LOG4J]), seen('b', 20, [later, { ...LOG4J, at: '/login' }]))
    expect(record.findings).toMatchObject([
      { at: '/login', severity: 'critical', first_seen: '1970-01-01 00:00:20' },
      { at: '', severity: 'high', evidence: 'again', first_seen: '1970-01-01 00:00:10', import: 'b' },
    ])
  })

  it('are bounded in number and length', () => {
    const many = Array.from({ length: 600 }, (_, index) => ({
      ...{ tool: 'x', id: `${index}`, evidence: 'e'.repeat(20_000) },
      severity: index === 599 ? ('high' as const) : ('info' as const),
    }))
    const { findings } = observedFindings(many, 'a', 1, 1)
    expect(findings).toHaveLength(FINDING_LIMITS.findings)
    expect(findings[0]).toMatchObject({ id: '599', evidence: 'e'.repeat(FINDING_LIMITS.evidence) })
    expect(findings.map(({ evidence }) => evidence).join('').length).toBeLessThanOrEqual(
      FINDING_LIMITS.allEvidence,
    )
    const [odd] = observedFindings([{ tool: 'X\n', id: ' a\nb\u0000 \ud800' }], 'a', 1, 1).findings
    expect(odd).toMatchObject({ tool: 'x', id: 'a b \ufffd' })
    expect(observedFindings([{ tool: 'x', id: ' ' }], 'a', 1, 1).findings).toEqual([])
  })

  it('remember the last imports, and when the earlier ones started', () => {
    const imports = Array.from({ length: 30 }, (_, index) => seen(`i${index}`, 10 + index, [LOG4J]))
    const [first, ...rest] = imports
    const record = first === undefined ? undefined : all(first, ...rest)
    expect(record?.finding_sights[0]).toHaveLength(FINDING_LIMITS.sightings)
    expect(record?.findings[0]?.first_seen).toBe('1970-01-01 00:00:10')
  })
})

describe('an import that is undone', () => {
  it('leaves the findings of the others, without the evidence that only it contributed', () => {
    const record = all(
      seen('a', 10, [LOG4J], 'a page'),
      seen('b', 20, [{ ...LOG4J, evidence: 'other' }, OLD_TLS]),
      seen('c', 30, [{ ...LOG4J, evidence: 'other' }]),
    )
    expect(withoutImport(record, 'c')?.findings).toMatchObject([
      { id: 'log4j-rce', evidence: 'other' },
      { id: 'old-tls' },
    ])
    const withoutB = withoutImport(record, 'b')
    expect(withoutB?.findings).toMatchObject([{ id: 'log4j-rce', evidence: 'other', import: 'c' }])
    const onlyA = withoutB && withoutImport(withoutB, 'c')
    expect(onlyA?.findings).toMatchObject([{ id: 'log4j-rce', evidence: '', import: 'a' }])
    expect(onlyA).toMatchObject({ title: 'a page', finding: ['log4j-rce', 'CVE-2021-44228'] })
    expect(withoutImport(record, 'a')).toMatchObject({ title: '', severity: ['critical', 'low'] })
    // Importing again restores the evidence.
    const again = onlyA && merge(onlyA, seen('a', 10, [LOG4J], 'a page'))
    expect(again).toEqual(seen('a', 10, [LOG4J], 'a page'))
  })

  it('leaves no trace of findings that no other import observed', () => {
    const page = seen('a', 10, [], 'a page')
    const left = withoutImport(all(page, seen('b', 20, [LOG4J])), 'b')
    expect(left).toEqual(withoutImport(all(page, seen('b', 20, [])), 'b'))
    expect(left?.findings).toEqual([])
  })
})

const anyFinding = fc.record({
  tool: fc.constantFrom('nuclei', 'nmap'),
  id: fc.constantFrom('a', 'b', 'c'),
  severity: fc.constantFrom('high' as const, 'low' as const),
  evidence: fc.constantFrom('', 'x', 'y'),
})
const anySeen = fc
  .tuple(
    fc.constantFrom('a', 'b', 'c'),
    fc.integer({ min: 1, max: 5 }),
    fc.array(anyFinding, { maxLength: 3 }),
    fc.constantFrom('', 'page'),
  )
  .map((values) => seen(...values))

describe('merging findings', () => {
  const shown = ({ findings, finding_sights, finding, severity, finding_line }: Asset) =>
    JSON.stringify({ findings, finding_sights, finding, severity, finding_line })

  it('gives the same result in any order', () => {
    const inAnyOrder = fc
      .array(anySeen, { minLength: 1, maxLength: 6 })
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })))
    fc.assert(
      fc.property(inAnyOrder, ([[first, ...rest], [other, ...others]]) => {
        if (first === undefined || other === undefined) return
        expect(shown(all(other, ...others))).toBe(shown(all(first, ...rest)))
      }),
    )
  })

  it('changes nothing when repeated, and never loses one', () => {
    fc.assert(
      fc.property(anySeen, anySeen, (a, b) => {
        const both = merge(a, b)
        expect(shown(merge(both, b))).toBe(shown(both))
        expect(new Set(both.finding)).toEqual(new Set([...a.finding, ...b.finding]))
      }),
    )
  })

  it('is decided by the first columns only when the whole record gives the same result', () => {
    fc.assert(
      fc.property(anySeen, anySeen, anySeen, (a, b, next) => {
        const known = merge(a, b)
        const { need, columns } = mergeHead(headOf(known), headOf(next))
        const whole = merge(known, next)
        if (need === 'record') return
        expect(columns).toEqual(headOf(whole))
        expect(shown(whole)).toBe(shown(need === 'times' ? known : next))
      }),
    )
  })
})
