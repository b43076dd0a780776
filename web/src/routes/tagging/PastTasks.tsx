import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { printMinute, useFigures } from '../../lib/figure.ts'
import { Downloads } from './Downloads.tsx'
import { figure, Table } from '../../components/Table.tsx'
import type { TaggingTask } from '../../lib/answer-types.ts'

interface PastTasksProps {
  readonly tasks: readonly TaggingTask[]
  /** Milliseconds a result is kept. */
  readonly kept: number
}

const LOOK = { init: 'busy', running: 'busy', success: 'good', failure: 'bad' } as const

/** The account's tasks, newest first. */
export function PastTasks({ tasks, kept }: PastTasksProps) {
  const { t } = useTranslation()
  const { number, span } = useFigures()
  return (
    <section className="past">
      <h2>{t('tagging.past')}</h2>
      <p className="quiet">{t('tagging.kept', { span: span(kept / 1000) })}</p>
      {tasks.length > 0 && (
        <Table
          label={t('tagging.past')}
          heads={[
            t('tagging.task'),
            t('tagging.when'),
            figure(t('tagging.lines')),
            t('tagging.state'),
            t('tagging.download'),
          ]}
        >
          {tasks.map((task) => (
            <tr key={task.id}>
              <td>
                <Link to={`/tagging/${task.id}`}>
                  {task.name === '' ? t('tagging.number', { id: task.id }) : visible(task.name)}
                </Link>
              </td>
              <td className="day">{printMinute(task.created_at)}</td>
              <td className="number">{number(task.lines)}</td>
              <td className={task.reason === undefined ? '' : 'free'}>
                <span className={`state ${LOOK[task.state]}`}>
                  {t(`tagging.states.${task.state}`)}
                  {task.state === 'running' && ` ${task.progress} %`}
                  {task.reason !== undefined && `: ${visible(task.reason)}`}
                </span>
              </td>
              <td>
                <Downloads filename={task.filename} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
