import { useTranslation } from 'react-i18next'
import type { SearchAddress } from '../../lib/address.ts'
import { readResults, refine, type SearchAnswer } from '../../lib/record.ts'
import { ResultCard } from './ResultCard.tsx'
import { ResultTable } from './ResultTable.tsx'

/** Records that paging reaches; the server says so itself where an account's window is smaller. */
const WINDOW = 10_000

interface AnswerProps {
  readonly answer: SearchAnswer
  readonly asked: SearchAddress
  readonly size: number
  /** Whether it is still the answer before the one that is asked for. */
  readonly stale: boolean
  readonly go: (change: Partial<SearchAddress>) => void
}

/** The count line, the records and the way to the other pages. */
export function Answer({ answer, asked, size, stale, go }: AnswerProps) {
  const { t } = useTranslation()
  const results = readResults(answer)
  const narrow = (field: string, value: string, exclude: boolean) =>
    go({ query: refine(asked.query, field, value, exclude) })
  return (
    <div className={stale ? 'answer stale' : 'answer'} aria-busy={stale}>
      <CountLine answer={answer} asked={asked} go={go} />
      {results.length === 0 && (
        <p className="quiet">
          {t(asked.full ? 'search.none' : 'search.noneYear')} {t('search.noneHint')}
        </p>
      )}
      {results.length > 0 && asked.view === 'table' && <ResultTable results={results} refine={narrow} />}
      {results.length > 0 && asked.view === 'cards' && (
        <ol className="cards" aria-label={t('search.results')}>
          {results.map((result) => (
            <ResultCard
              key={`${result('host')} ${result('port')} ${result('base_protocol')}`}
              result={result}
              refine={narrow}
            />
          ))}
        </ol>
      )}
      <Pager total={answer.total} page={asked.page} size={size} go={(page) => go({ page })} />
    </div>
  )
}

function CountLine({ answer, asked, go }: Pick<AnswerProps, 'answer' | 'asked' | 'go'>) {
  const { t, i18n } = useTranslation()
  const total = answer.total.toLocaleString(i18n.language)
  const views = ['cards', 'table'] as const
  return (
    <div className="count">
      <p role="status">
        <strong>{t('search.count', { count: answer.total, total })}</strong> ·{' '}
        {t('search.time', { count: answer.milliseconds })} · {t(`search.mode.${answer.mode}`)} ·{' '}
        {t(asked.full ? 'search.allTime' : 'search.lastYear')}{' '}
        <button type="button" className="plain" onClick={() => go({ full: !asked.full })}>
          {t(asked.full ? 'search.showYear' : 'search.showAll')}
        </button>
        {answer.cost > 0 && <span> · {t('search.cost', { count: answer.cost })}</span>}
      </p>
      <fieldset className="views">
        <legend className="hidden">{t('search.view')}</legend>
        {views.map((view) => (
          <button
            key={view}
            type="button"
            aria-pressed={asked.view === view}
            onClick={() => go({ view, page: asked.page })}
          >
            {t(`search.${view}`)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

interface PagerProps {
  readonly total: number
  readonly page: number
  readonly size: number
  readonly go: (page: number) => void
}

function Pager({ total, page, size, go }: PagerProps) {
  const { t, i18n } = useTranslation()
  const pages = Math.ceil(Math.min(total, WINDOW) / size)
  if (pages < 2) return null
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <nav className="pager" aria-label={t('search.pages')}>
      <button type="button" disabled={page <= 1} onClick={() => go(page - 1)}>
        {t('search.previous')}
      </button>
      <span>{t('search.page', { page: number(page), pages: number(pages) })}</span>
      <button type="button" disabled={page >= pages} onClick={() => go(page + 1)}>
        {t('search.next')}
      </button>
    </nav>
  )
}
