import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { EVERYTHING, fillDuplicates, type Narrowing, narrowRows } from '../../lib/tagging.ts'
import { Charts } from './Charts.tsx'
import { ResultTable } from './ResultTable.tsx'
import type { TaggingRowsAnswer } from '../../lib/answer-types.ts'

/** A whole result: the summary, what it is made of, and every line. */
export function ResultView({ id }: { readonly id: string }) {
  const query = useQuery({
    queryKey: ['tagging', id, 'rows'],
    queryFn: ({ signal }) => call<TaggingRowsAnswer>('GET', `tagging/${id}/rows`, undefined, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <Loaded query={query}>{(answer) => <Result id={id} answer={answer} />}</Loaded>
}

function Result({ id, answer }: { readonly id: string; readonly answer: TaggingRowsAnswer }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const [narrowing, setNarrowing] = useState<Narrowing>(EVERYTHING)
  const change = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part })
  const wanted = useDeferredValue(narrowing)
  const rows = useMemo(() => fillDuplicates(answer.rows), [answer])
  const shown = useMemo(() => narrowRows(rows, wanted), [rows, wanted])
  return (
    <>
      <Summary stats={answer.head.stats} />
      <OldSources sources={answer.head.sources} />
      <Charts rows={rows} narrowing={narrowing} change={change} />
      <div className="narrow-line">
        <input
          type="search"
          aria-label={t('tagging.filter')}
          placeholder={t('tagging.filter')}
          value={narrowing.text}
          onChange={({ target }) => change({ text: target.value })}
        />
        <p role="status">{t('tagging.shown', { shown: number(shown.length), all: number(rows.length) })}</p>
        {(['country', 'network', 'tag'] as const)
          .filter((name) => narrowing[name] !== '')
          .map((name) => (
            <button key={name} type="button" onClick={() => change({ [name]: '' })}>
              {visible(narrowing[name])} ×<span className="hidden"> {t('tagging.remove')}</span>
            </button>
          ))}
      </div>
      <ResultTable id={id} rows={shown} sources={answer.head.sources} />
    </>
  )
}

// What people ask about first, in this order.
const REPORTED = [
  'tor_exit',
  'vpn',
  'proxy',
  'list',
  'honeypot',
  'scanner',
  'cloud',
  'cdn',
  'hosting',
] as const

/** The result in one sentence that can be read aloud. */
function Summary({ stats }: { readonly stats: TaggingRowsAnswer['head']['stats'] }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const counts = [
    t('tagging.sum.lines', { count: stats.lines, value: number(stats.lines) }),
    t('tagging.sum.tagged', { value: number(stats.tagged) }),
    ...REPORTED.filter((tag) => (stats.by_tag[tag] ?? 0) > 0)
      .slice(0, 5)
      .map((tag) => {
        const count = stats.by_tag[tag] ?? 0
        return t(`tagging.sum.${tag}`, { count, value: number(count) })
      }),
    ...(stats.duplicate > 0 ? [t('tagging.sum.duplicate', { value: number(stats.duplicate) })] : []),
    ...(stats.invalid > 0 ? [t('tagging.sum.invalid', { value: number(stats.invalid) })] : []),
  ]
  return (
    <p className="summary" role="status">
      {counts.join(' · ')}
    </p>
  )
}

/** Says that an answer rests on data that is no longer new. */
function OldSources({ sources }: { readonly sources: TaggingRowsAnswer['head']['sources'] }) {
  const { t } = useTranslation()
  const expired = Object.values(sources).filter(({ state }) => state === 'expired')
  const stale = Object.values(sources).filter(({ state }) => state === 'stale')
  const names = (list: typeof stale) => list.map(({ name }) => visible(name)).join(t('part.comma'))
  if (stale.length + expired.length === 0) return null
  return (
    <p className="old-sources">
      {expired.length > 0 && t('tagging.expiredSources', { names: names(expired) })}{' '}
      {stale.length > 0 && t('tagging.staleSources', { names: names(stale) })}
    </p>
  )
}
