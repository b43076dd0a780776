import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { ProgressBar } from '../../components/ProgressBar.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { AdminImportsAnswer, ImportRun, ImportUndo } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useDemonstration } from '../../lib/demonstration.ts'
import { useFigures } from '../../lib/figure.ts'
import { isNothingRead, isUnderWay, recordsAddress } from '../../lib/import.ts'
import { useTitle } from '../../lib/title.ts'
import { DemonstrationRow } from './DemonstrationRow.tsx'
import { ImportTabs } from './ImportTabs.tsx'
import { UndoButton } from './UndoButton.tsx'

const WATCH_MS = 1000
const HEADS = ['name', 'actor', 'when', 'state'] as const
const COUNTS = ['added', 'replaced', 'touched', 'rejects'] as const

const isUndoing = ({ undo }: ImportRun): boolean => undo !== null && isUnderWay(undo)

/** Imports by any account or command, and the way to undo one. */
export function History() {
  const { t } = useTranslation()
  useTitle(t('import.history'))
  const query = useQuery({
    queryKey: ['import-runs'],
    queryFn: () => call<AdminImportsAnswer>('GET', 'admin/imports'),
    refetchInterval: ({ state }) =>
      state.data?.imports.some((run) => run.running || isUndoing(run)) ? WATCH_MS : false,
  })
  const { records = 0, loading = false } = useDemonstration().data ?? {}
  const isDemonstrated = records > 0 || loading
  return (
    <div className="import">
      <ImportTabs />
      <p className="quiet">{t('import.historyHelp')}</p>
      <Loaded query={query}>
        {({ imports }) =>
          imports.length === 0 && !isDemonstrated ? (
            <p>{t('import.none')}</p>
          ) : (
            <Runs runs={imports} isDemonstrated={isDemonstrated} />
          )
        }
      </Loaded>
    </div>
  )
}

interface RunsProps {
  readonly runs: readonly ImportRun[]
  readonly isDemonstrated: boolean
}

function Runs({ runs, isDemonstrated }: RunsProps) {
  const { t } = useTranslation()
  const undoing = runs.find(isUndoing)?.undo ?? null
  return (
    <>
      {undoing !== null && <Undoing undo={undoing} />}
      <Table
        label={t('import.history')}
        heads={[
          ...HEADS.map((name) => t(`import.${name}`)),
          ...COUNTS.map((name) => figure(t(`import.${name}`))),
          t('import.found'),
          t('import.undo'),
        ]}
      >
        {runs.map((run) => (
          <Row key={run.id} run={run} />
        ))}
        {isDemonstrated && <DemonstrationRow columns={HEADS.length + COUNTS.length + 2} />}
      </Table>
    </>
  )
}

/** A value that was left out of a record is not a rejected line. */
function countOf(counts: NonNullable<ImportRun['counts']>, name: (typeof COUNTS)[number]): number {
  return (counts[name] ?? 0) - (name === 'rejects' ? (counts['leftOut'] ?? 0) : 0)
}

function Row({ run }: { readonly run: ImportRun }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const { files, file_count, actor, started_at, counts } = run
  const [first = '', ...others] = files
  return (
    <tr>
      <td className="free" title={visible([first, ...others].join('\n'))}>
        {visible(first.split('/').at(-1) ?? '')}
        {file_count > 1 && <span className="quiet"> {t('import.more', { count: file_count - 1 })}</span>}
      </td>
      <td>{visible(actor)}</td>
      <td className="day">{started_at.slice(0, 16)}</td>
      <td>
        <State run={run} />
      </td>
      {COUNTS.map((name) => (
        <td key={name} className="number">
          {counts === null || counts[name] === undefined ? '–' : number(countOf(counts, name))}
        </td>
      ))}
      <td>
        {(counts?.['observations'] ?? 0) > 0 && run.undone_at === null && (
          <Link to={recordsAddress(run.id)}>{t('import.show')}</Link>
        )}
      </td>
      <td>{!run.running && run.undone_at === null && !isUndoing(run) && <UndoButton id={run.id} />}</td>
    </tr>
  )
}

function State({ run: { running, undone_at, ended_at, undo, counts } }: { readonly run: ImportRun }) {
  const { t } = useTranslation()
  if (running) return <span className="state busy">{t('import.states.running')}</span>
  if (undone_at !== null) return <span className="state">{t('import.undone')}</span>
  if (undo?.state === 'failure') return <span className="state bad">{t('import.undoStopped')}</span>
  if (ended_at === null) return <span className="state bad">{t('import.unfinished')}</span>
  if (isNothingRead(counts)) return <span className="state bad">{t('import.states.nothing')}</span>
  return <span className="state good">{t('import.states.success')}</span>
}

function Undoing({ undo }: { readonly undo: ImportUndo }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const client = useQueryClient()
  const stop = async () => {
    await call('POST', `admin/undos/${undo.id}/stop`, {})
    await client.invalidateQueries({ queryKey: ['import-runs'] })
  }
  return (
    <div className="running">
      <ProgressBar label={t('import.undoing')} share={undo.progress / 100}>
        <strong>{t('import.undoing')}</strong>
        <span>{undo.progress} %</span>
        <span>{t('import.undoDone', { removed: number(undo.removed), changed: number(undo.changed) })}</span>
      </ProgressBar>
      <button type="button" onClick={() => void stop()}>
        {t('import.undoStop')}
      </button>
    </div>
  )
}
