import { lazy, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Later } from '../../components/Later.tsx'
import type { Refine } from '../../components/Value.tsx'
import type { SearchAddress } from '../../lib/address.ts'
import { type Column, keepColumns, readColumns } from '../../lib/columns.ts'
import { withinTime } from '../../lib/conditions.ts'
import { lazily } from '../../lib/lazily.ts'
import { matchesOf } from '../../lib/matches.ts'
import type { OpenRecord, RecordName } from '../../lib/open-record.ts'
import { readResults, type SearchAnswer } from '../../lib/record.ts'
import { CountLine } from './CountLine.tsx'
import { LookAlikes } from './LookAlikes.tsx'
import { Pager } from './Pager.tsx'
import { ResultCard } from './ResultCard.tsx'
import type { Tool } from './Search.tsx'
import { Timeline } from './Timeline.tsx'
import { useRecordKeys } from './use-record-keys.ts'

const ResultTable = lazy(async () => ({ default: (await import('./ResultTable.tsx')).ResultTable }))

const Explanation = lazily(async () => (await import('./Explanation.tsx')).Explanation)

const Statistics = lazy(async () => ({ default: (await import('./Statistics.tsx')).Statistics }))

const RecordPanel = lazy(async () => ({ default: (await import('./RecordPanel.tsx')).RecordPanel }))

interface AnswerProps {
  readonly answer: SearchAnswer
  readonly asked: SearchAddress
  /** Records that pages reach, once it is known. */
  readonly window: number | undefined
  /** Whether it is still the answer before the one that is asked for. */
  readonly stale: boolean
  readonly go: (change: Partial<SearchAddress>) => void
  readonly refine: Refine
  readonly openTool: (tool: Tool) => void
}

/** The count line, when the matches were seen, the records and the way to the other pages. */
export function Answer({ answer, asked, window, stale, go, refine, openTool }: AnswerProps) {
  const { t } = useTranslation()
  const [columns, setColumns] = useState(readColumns)
  const choose = (chosen: readonly Column[]) => {
    keepColumns(chosen)
    setColumns(chosen)
  }
  const bound = (from: string, to: string) => go({ query: withinTime(asked.query, from, to) })
  const element = useRecordKeys<HTMLElement>()
  const [open, setOpen] = useState<RecordName>()
  const ready = !stale && answer.total > 0
  const isStatistics = asked.view === 'statistics' && answer.total > 0
  return (
    <section
      ref={element}
      id="results"
      tabIndex={-1}
      className={stale ? 'answer stale' : 'answer'}
      aria-busy={stale}
      aria-label={t('search.answer')}
    >
      <CountLine
        answer={answer}
        asked={asked}
        ready={ready}
        columns={columns}
        chooseColumns={choose}
        go={go}
        openTool={openTool}
      />
      {answer.total > 0 && <Timeline asked={asked} ready={ready} choose={bound} />}
      {isStatistics ? (
        <Later>
          <Statistics asked={asked} refine={refine} />
        </Later>
      ) : answer.results.length === 0 ? (
        <Nothing asked={asked} isNothing={!stale && answer.total === 0} go={go} />
      ) : (
        <Records answer={answer} asked={asked} columns={columns} refine={refine} openRecord={setOpen} />
      )}
      <Pager
        total={isStatistics ? 0 : answer.total}
        page={asked.page}
        size={asked.size}
        {...(asked.collapse && { shown: answer.results.length })}
        window={window}
        go={(page) => go({ page })}
        resize={(size) => go({ size, page: 1 + Math.floor(((asked.page - 1) * asked.size) / size) })}
        exportAll={() => openTool('export')}
      />
      {open !== undefined && (
        <Later>
          <RecordPanel record={open} refine={refine} close={() => setOpen(undefined)} />
        </Later>
      )}
    </section>
  )
}

interface RecordsProps extends Pick<AnswerProps, 'answer' | 'asked' | 'refine'> {
  readonly openRecord: OpenRecord
  readonly columns: readonly Column[]
}

function Records({ answer, asked, columns, refine, openRecord }: RecordsProps) {
  const { t } = useTranslation()
  const results = useMemo(() => readResults(answer), [answer])
  const matches = useMemo(() => matchesOf(asked.query), [asked.query])
  if (asked.view === 'table')
    return (
      <Later>
        <ResultTable
          results={results}
          columns={columns}
          matches={matches}
          refine={refine}
          openRecord={openRecord}
        />
      </Later>
    )
  return (
    <ol className="cards" aria-label={t('search.results')}>
      {results.map((result) => (
        <ResultCard
          key={`${result('host')} ${result('port')} ${result('base_protocol')}`}
          result={result}
          matches={matches}
          refine={refine}
          openRecord={openRecord}
          more={asked.collapse && <LookAlikes asked={asked} results={results} result={result} />}
        />
      ))}
    </ol>
  )
}

interface NothingProps extends Pick<AnswerProps, 'asked' | 'go'> {
  /** Whether no record matches, on any page. */
  readonly isNothing: boolean
}

function Nothing({ asked, isNothing, go }: NothingProps) {
  const { t } = useTranslation()
  return (
    <div className="nothing">
      <p>
        <strong>{t(asked.full ? 'search.none' : 'search.noneYear')}</strong> {t('search.noneHint')}
      </p>
      {!asked.full && (
        <button type="button" onClick={() => go({ full: true })}>
          {t('search.showAllTime')}
        </button>
      )}
      {isNothing && (
        <Later>
          <Explanation asked={asked} go={go} />
        </Later>
      )}
    </div>
  )
}
