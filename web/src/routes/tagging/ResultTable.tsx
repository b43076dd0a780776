import type { TaggingEntryAnswer, TaggedRow, TagSource } from '../../lib/answer-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { Tags } from '../../components/Tag.tsx'
import { call } from '../../lib/api.ts'
import { type Sort, SORTS, sortRows } from '../../lib/tagging.ts'
import { useCountryName } from '../../lib/country.ts'
import { usePunctuation } from '../../lib/punctuation.ts'
import { EntryView } from './EntryView.tsx'

interface ResultTableProps {
  readonly id: string
  readonly rows: readonly TaggedRow[]
  readonly sources: Readonly<Record<string, TagSource>>
}

const ROW_HEIGHT = 33
const MOST_TAGS = 8

/** Every line of the result, sorted as wanted; only visible ones are drawn. A row unfolds its evidence. */
export function ResultTable({ id, rows, sources }: ResultTableProps) {
  const { t } = useTranslation()
  const [sort, setSort] = useState<{ readonly by: Sort; readonly down: boolean }>({ by: 'line', down: false })
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const sorted = useMemo(() => sortRows(rows, sort.by, sort.down), [rows, sort])
  const toggle = (line: number) => {
    const next = new Set(open)
    if (!next.delete(line)) next.add(line)
    setOpen(next)
  }
  const { place, virtual } = useVirtualRows(sorted)
  const items = virtual.getVirtualItems()
  const above = (items[0]?.start ?? 0) - virtual.options.scrollMargin
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0) + virtual.options.scrollMargin
  return (
    <table className="tagged" aria-label={t('tagging.results')} aria-rowcount={sorted.length + 1} ref={place}>
      <thead>
        <tr className="tagged-head" aria-rowindex={1}>
          {SORTS.map((by) => (
            <th key={by} scope="col" aria-sort={sortOf(sort, by)} className={`tagged-cell ${by}`}>
              <button type="button" onClick={() => setSort({ by, down: sort.by === by && !sort.down })}>
                {t(`tagging.${by}`)}
                <span aria-hidden="true">{sort.by === by ? (sort.down ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <Room height={above} />
      {items.map(({ index }) => {
        const row = sorted[index]
        if (row === undefined) return null
        return (
          <tbody key={row.line} ref={virtual.measureElement} data-index={index}>
            <TaggedLine row={row} index={index + 2} open={open.has(row.line)} toggle={toggle} />
            {open.has(row.line) && <Unfolded id={id} row={row} sources={sources} />}
          </tbody>
        )
      })}
      <Room height={below} />
    </table>
  )
}

/** The room of rows that are not drawn. */
function Room({ height }: { readonly height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr className="tagged-row">
        <td className="tagged-room" colSpan={SORTS.length} style={{ height }} />
      </tr>
    </tbody>
  )
}

function useVirtualRows(rows: readonly TaggedRow[]) {
  const place = useRef<HTMLTableElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () =>
      setScrollMargin((place.current?.tHead?.getBoundingClientRect().bottom ?? 0) + window.scrollY)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollMargin,
    getItemKey: (index) => rows[index]?.line ?? index,
  })
  return { place, virtual }
}

function sortOf(sort: { readonly by: Sort; readonly down: boolean }, by: Sort) {
  if (sort.by !== by) return 'none' as const
  return sort.down ? ('descending' as const) : ('ascending' as const)
}

interface TaggedLineProps {
  readonly row: TaggedRow
  readonly index: number
  readonly open: boolean
  readonly toggle: (line: number) => void
}

function TaggedLine({ row, index, open, toggle }: TaggedLineProps) {
  const { t, i18n } = useTranslation()
  const countryName = useCountryName()
  const place = usePunctuation().list([countryName(row.country ?? '', row.country_name), row.city ?? ''])
  return (
    <tr className={open ? 'tagged-row row-open' : 'tagged-row'} aria-rowindex={index}>
      <td className="tagged-cell line">{row.line.toLocaleString(i18n.language)}</td>
      <td className="tagged-cell ip">
        <button type="button" aria-expanded={open} onClick={() => toggle(row.line)} title={t('tagging.why')}>
          <span aria-hidden="true" className="fold-mark" />
          {visible(row.ip ?? row.input)}
        </button>
        {row.status === 'duplicate' && <small>{t('tagging.sameAs', { line: row.same_as })}</small>}
        {(row.conflicts ?? 0) > 0 && <small>{t('tagging.disagree')}</small>}
      </td>
      <td className="tagged-cell tags-cell">
        {row.status === 'invalid' ? (
          <span className="wrong">{visible(row.reason ?? '')}</span>
        ) : (
          <Tags tags={row.tags} most={MOST_TAGS} />
        )}
      </td>
      <td className="tagged-cell network" title={visible(row.organization ?? '')}>
        {visible(row.organization ?? '')} {row.asn && <span className="quiet">AS{row.asn}</span>}
      </td>
      <td className="tagged-cell place" title={visible(place)}>
        {visible(place)}
      </td>
    </tr>
  )
}

/** The evidence of a line, asked for when somebody wants to see it. */
function Unfolded({
  id,
  row,
  sources,
}: Pick<ResultTableProps, 'id' | 'sources'> & { readonly row: TaggedRow }) {
  const { t } = useTranslation()
  const line = row.same_as ?? row.line
  const query = useQuery({
    queryKey: ['tagging', id, 'entry', line],
    queryFn: async () => (await call<TaggingEntryAnswer>('GET', `tagging/${id}/entries/${line}`)).entry,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <tr className="tagged-row">
      <td className="unfolded" colSpan={SORTS.length}>
        <Loaded query={query}>
          {(entry) =>
            entry.status === 'ok' ? (
              <EntryView entry={entry} sources={sources} />
            ) : (
              <p>{t('tagging.noAddress', { input: visible(row.input) })}</p>
            )
          }
        </Loaded>
      </td>
    </tr>
  )
}
