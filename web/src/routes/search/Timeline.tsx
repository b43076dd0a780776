import { type PointerEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountMenu, type CountRow } from '../../components/CountMenu.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import type { TimelineBucket } from '../../lib/answer-types.ts'
import { useTimeline } from '../../lib/queries.ts'
import './timeline.css'

interface TimelineProps {
  readonly asked: SearchAddress
  readonly ready: boolean
  /** Takes a range of time as the language writes it. */
  readonly choose: (from: string, to: string) => void
}

/** When the matches were last seen: drag over it for a range. The same is in a table for those who cannot see or drag it. */
export function Timeline({ asked, ready, choose }: TimelineProps) {
  const { t } = useTranslation()
  const { data, isPlaceholderData } = useTimeline(asked, ready)
  const buckets = data?.buckets ?? []
  return (
    <div className={isPlaceholderData ? 'timeline stale' : 'timeline'}>
      {buckets.length > 0 && (
        <>
          <Bars buckets={buckets} choose={choose} />
          <div className="axis">
            <span>{day(buckets[0]?.from)}</span>
            <CountMenu label={t('search.asTable')} head={t('search.from')} rows={rowsOf(buckets, choose)} />
            <span>{endOf(buckets, data?.newest)}</span>
          </div>
        </>
      )}
    </div>
  )
}

type Range = readonly [first: number, last: number]

function Bars({
  buckets,
  choose,
}: { readonly buckets: readonly TimelineBucket[] } & Pick<TimelineProps, 'choose'>) {
  const { t, i18n } = useTranslation()
  const [range, setRange] = useState<Range>()
  const most = Math.max(...buckets.map(({ count }) => count), 1)
  const indexAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const index = Math.floor(((clientX - left) / width) * buckets.length)
    return Math.min(buckets.length - 1, Math.max(0, index))
  }
  const end = () => {
    setRange(undefined)
    if (range === undefined) return
    const [first, last] = [Math.min(...range), Math.max(...range)]
    const [from, to] = [buckets[first]?.from, buckets[last]?.to]
    if (from !== undefined && to !== undefined) choose(written(from), written(to))
  }
  return (
    <div
      className="sparks"
      role="img"
      aria-label={t('search.timeline', { from: day(buckets[0]?.from), to: day(buckets.at(-1)?.to) })}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setRange([indexAt(event), indexAt(event)])
      }}
      onPointerMove={(event) => range && setRange([range[0], indexAt(event)])}
      onPointerUp={end}
      onPointerCancel={() => setRange(undefined)}
    >
      {buckets.map(({ from, to, count }, index) => (
        <span
          key={from}
          className={isWithin(range, index) ? 'spark within' : 'spark'}
          title={`${day(from)} – ${day(to)}: ${count.toLocaleString(i18n.language)}`}
        >
          <span style={{ height: count === 0 ? 0 : `max(2px, ${(100 * count) / most}%)` }} />
        </span>
      ))}
    </div>
  )
}

function isWithin(range: Range | undefined, index: number): boolean {
  return range !== undefined && index >= Math.min(...range) && index <= Math.max(...range)
}

function rowsOf(buckets: readonly TimelineBucket[], choose: TimelineProps['choose']): readonly CountRow[] {
  return buckets
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => ({
      key: from,
      text: day(from),
      count,
      choose: () => choose(written(from), written(to)),
    }))
}

function day(time = ''): string {
  return written(time)
}

/** The last day with a match: its bucket may end in the future. */
function endOf(buckets: readonly TimelineBucket[], newest: string | undefined): string {
  const end = day(buckets.at(-1)?.to)
  return newest === undefined || newest > end ? end : newest.slice(0, 10)
}

/** A time as the language writes it, as short as it can be said. */
function written(time: string): string {
  return time
    .slice(0, 19)
    .replace('T', ' ')
    .replace(/ 00:00:00$/, '')
    .replace(/:00$/, '')
}
