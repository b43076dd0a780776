// Checks merging against a second, simplest implementation of its rules: field by field within one import, part by part across imports.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inShortOrLong } from '../../test/support/long.ts'
import { observed } from '../../test/support/observed.ts'
import {
  type Asset,
  type Column,
  lastSighting,
  MERGE_COLUMNS,
  type MergeColumns,
  merge,
  mergeHead,
  type Part,
  statesOf,
} from './index.ts'

/** The columns that vary, most important first. */
const PARTS = {
  response: ['body', 'header', 'title', 'server', 'status_code'],
  banner: ['banner'],
  tls: ['cert_subject_cn', 'cert_sn'],
  icon: ['icon_hash'],
  jarm: ['jarm'],
  products: ['product', 'product_version'],
  os: ['os'],
} as const satisfies Partial<Record<Part, readonly Column[]>>
type Varied = keyof typeof PARTS
const NAMES = Object.keys(PARTS) as Varied[]

/** The content of one observation: values by column. */
type Values = ReadonlyMap<Column, unknown>
interface Seen {
  readonly time: number
  readonly importId: string
  readonly values: Values
}

const anyValue = (column: Column): fc.Arbitrary<unknown> => {
  if (column === 'status_code') return fc.constantFrom(200, 404)
  if (column === 'product' || column === 'product_version') return fc.constantFrom(['a'], ['a', 'b'])
  if (column === 'header') return fc.constantFrom('X: 1', 'X: 2')
  return fc.constantFrom('a', 'b')
}

const valuesOfPart = (part: Varied): fc.Arbitrary<Values> =>
  fc
    .subarray<Column>([...PARTS[part]], { minLength: 1 })
    .chain((columns) =>
      fc.tuple(...columns.map((column) => anyValue(column).map((value) => [column, value] as const))),
    )
    .map((entries) => new Map<Column, unknown>(entries))

const valuesOfParts = (parts: readonly Varied[]): fc.Arbitrary<Values> =>
  fc.tuple(...parts.map(valuesOfPart)).map((all) => new Map(all.flatMap((values) => [...values])))

const recordOf = ({ time, importId, values }: Seen): Asset =>
  observed({
    lastupdatetime: time,
    content_import: importId,
    ...(values.size === 0 && { content_time: null, content_import: '' }),
    ...Object.fromEntries(values),
    stated: [...values.keys()].sort(),
  })

const mergeAll = (all: readonly Seen[]): Asset => {
  const [first, ...rest] = all.map(recordOf)
  if (first === undefined) throw new Error('nothing was seen')
  return rest.reduce((known, next) => merge(known, next), first)
}

/** The columns of a record that merging reads first. */
const headOf = (record: Asset): MergeColumns =>
  Object.fromEntries(MERGE_COLUMNS.map((column) => [column, record[column]])) as unknown as MergeColumns

const inPart = (values: Values, part: Varied): Values =>
  new Map([...values].filter(([column]) => (PARTS[part] as readonly Column[]).includes(column)))

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const contradicts = (a: Values, b: Values): boolean =>
  [...a].some(([column, value]) => b.has(column) && !isEqual(value, b.get(column)))

describe('imports that arrive in the order of their times', () => {
  interface Shown {
    readonly values: Values
    readonly time: number
  }

  /** Whether the first is poorer: the most important column that only one of them knows belongs to the second. */
  const isPoorer = (a: Values, b: Values, part: Varied): boolean => {
    const decisive = PARTS[part].find((column) => a.has(column) !== b.has(column))
    return decisive !== undefined && b.has(decisive)
  }

  const foldPart = (shown: Shown | undefined, { values, time }: Shown, part: Varied): Shown | undefined => {
    if (values.size === 0) return shown
    if (shown === undefined) return { values, time }
    const meet = [...values.keys()].some((column) => shown.values.has(column))
    const confirms = isPoorer(values, shown.values, part) && meet && !contradicts(values, shown.values)
    return confirms ? { values: shown.values, time } : { values, time }
  }

  /** What a record contains after several imports in order. */
  const fold = (imports: readonly (readonly Seen[])[], part: Varied): Shown | undefined => {
    let shown: Shown | undefined
    for (const seen of imports) {
      const all = seen.map(({ values, time }) => ({ values: inPart(values, part), time }))
      for (const one of all) shown = foldPart(shown, one, part)
    }
    return shown
  }

  /** Imports whose observations each cover different parts. */
  const anyImports: fc.Arbitrary<readonly (readonly Seen[])[]> = fc
    .array(
      fc
        .shuffledSubarray(NAMES)
        .chain((parts) => fc.nat(parts.length).map((cut) => [parts.slice(0, cut), parts.slice(cut)]))
        .chain((pieces) => fc.tuple(...pieces.map(valuesOfParts))),
      { minLength: 1, maxLength: 6 },
    )
    .map((imports) =>
      imports.map((pieces, index) =>
        pieces.map((values, piece) => ({ time: 10 * index + piece + 1, importId: `i${index}`, values })),
      ),
    )

  it('show exactly what the simplest implementation gives, part by part', () => {
    fc.assert(
      fc.property(anyImports, (imports) => {
        const record = mergeAll(imports.flat())
        const states = statesOf(record)
        for (const part of NAMES) {
          const shown = fold(imports, part)
          const values = PARTS[part].map((column) => [column, record[column]])
          const empty = observed({})
          const wanted = PARTS[part].map((column) => [column, shown?.values.get(column) ?? empty[column]])
          expect(values).toEqual(wanted)
          const state = states.get(part)
          expect(state && lastSighting(state).time).toBe(shown?.time)
        }
        expect(record.lastupdatetime).toBe(imports.flat().at(-1)?.time)
      }),
      { numRuns: inShortOrLong(300, 1000) },
    )
  })
})

describe('observations in any order', () => {
  const anySeen: fc.Arbitrary<Seen> = fc.record({
    time: fc.integer({ min: 1, max: 8 }),
    importId: fc.constantFrom('i1', 'i2', 'i3'),
    values: fc.subarray<Varied>(['response', 'tls', 'products'], { minLength: 0 }).chain(valuesOfParts),
  })

  const holds = (one: Seen, column: Column, value: unknown): boolean =>
    one.values.has(column) && isEqual(one.values.get(column), value)
  const denies = (one: Seen, column: Column, value: unknown): boolean =>
    one.values.has(column) && !holds(one, column, value)

  /** Whether one contradicts the other and the other's import has not confirmed it since. */
  const refutes = (later: Seen, one: Seen, all: readonly Seen[]): boolean =>
    [...one.values].some(([column, value]) => {
      const said = all.filter((other) => other.importId === one.importId && other.values.has(column))
      const newest = Math.max(...said.map(({ time }) => time))
      const last = said.filter(({ time }) => time === newest)
      const isCorrected = last.some((other) => !denies(later, column, other.values.get(column)))
      return denies(later, column, value) && newest < later.time && !isCorrected
    })

  /** Whether some observation supports a value and no later one contradicts it. */
  const isSupported = (column: Column, value: unknown, part: Varied, all: readonly Seen[]): boolean => {
    const views = all.map((one) => ({ ...one, values: inPart(one.values, part) }))
    const isDenied = (one: Seen): boolean =>
      views.some(
        (later) =>
          later.time > one.time &&
          (denies(later, column, value) || (later.importId !== one.importId && refutes(later, one, views))),
      )
    return views.some((one) => holds(one, column, value) && !isDenied(one))
  }

  it('never show a value that a later one contradicted', () => {
    fc.assert(
      fc.property(fc.array(anySeen, { minLength: 1, maxLength: 7 }), (all) => {
        const record = mergeAll(all)
        for (const part of ['response', 'tls', 'products'] as const)
          for (const column of PARTS[part]) {
            const value = record[column]
            if (value === '' || value === null || isEqual(value, [])) continue
            expect([column, value, isSupported(column, value, part, all)]).toEqual([column, value, true])
          }
      }),
      { numRuns: inShortOrLong(1000, 4000) },
    )
  })

  it('never show a value that a later one contradicted, also after the content was gone', () => {
    const seen = (time: number, importId: string, values: Readonly<Record<string, unknown>>): Seen => ({
      ...{ time, importId, values: new Map(Object.entries(values)) as Seen['values'] },
    })
    const record = mergeAll([
      seen(5, 'i3', { cert_subject_cn: 'a' }),
      seen(1, 'i1', { cert_subject_cn: 'a', cert_sn: 'a' }),
      seen(5, 'i2', { cert_subject_cn: 'b', cert_sn: 'b' }),
      seen(6, 'i1', { cert_sn: 'a' }),
      seen(1, 'i3', { cert_subject_cn: 'b', cert_sn: 'a' }),
    ])
    expect([record.cert_subject_cn, record.cert_sn]).toEqual(['', 'a'])
  })

  it('read only the stated columns of the stored record', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(
        fc.array(anySeen, { minLength: 1, maxLength: 5 }),
        anySeen,
        fc.boolean(),
        (all, one, again) => {
          const known = mergeAll(all)
          const time = Math.max(...all.map((seen) => seen.time)) + 1
          const next = recordOf(again ? { ...one, values: all.at(-1)?.values ?? one.values, time } : one)
          const { need, columns, isSeenAgain } = mergeHead(headOf(known), headOf(next))
          met.add(need)
          const merged = merge(known, next)
          if (isSeenAgain) expect({ ...merged, ...headOf(known) }).toEqual(known)
          if (need === 'nothing') expect({ ...next, ...columns }).toEqual(merged)
          if (need === 'times') expect({ ...known, ...columns }).toEqual(merged)
        },
      ),
      { numRuns: inShortOrLong(1000, 4000) },
    )
    expect([...met].sort()).toEqual(['nothing', 'record', 'times'])
  })

  it('change nothing when repeated', () => {
    fc.assert(
      fc.property(fc.array(anySeen, { minLength: 1, maxLength: 6 }), fc.nat(5), (all, index) => {
        const record = mergeAll(all)
        const again = all[index % all.length]
        const newest = Math.max(...all.map(({ time }) => time))
        if (again === undefined || again.time < newest) return
        const { history: _, ...rest } = merge(record, recordOf(again))
        const { history: __, ...before } = mergeAll([...all, again])
        expect(rest).toEqual(before)
      }),
    )
  })
})
