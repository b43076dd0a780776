import type { ExportJob as Job, ExportsAnswer } from '../../lib/answer-types.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { useAccount } from '../../lib/queries.ts'
import { ExportFields, USUAL_FIELDS } from './ExportFields.tsx'
import { ExportJob } from './ExportJob.tsx'
import type { ToolProps } from './Tools.tsx'

const FORMATS = ['csv', 'ndjson', 'json'] as const
type Format = (typeof FORMATS)[number]

/** One price pays so many rows of an export. */
const ROWS_PER_PRICE = 10_000

/** Every match as one file: in which format, with which fields, at what price. */
export function ExportDialog({ asked, total, close }: ToolProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [format, setFormat] = useState<Format>('csv')
  const [fields, setFields] = useState<readonly string[]>(USUAL_FIELDS)
  const { query, full } = asked
  const beginning = useMutation({
    mutationFn: () =>
      call<Job>('POST', 'exports', {
        query,
        full,
        format,
        fields: fields.join(','),
        // Spreadsheets take a file without the mark for one of the local alphabet.
        bom: format === 'csv',
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['exports'] }),
  })
  if (beginning.data !== undefined)
    return (
      <Dialog title={t('export.title')} close={close}>
        <ExportJob started={beginning.data} />
      </Dialog>
    )
  return (
    <Dialog title={t('export.title')} close={close}>
      <p className="mono shown-query">{visible(query)}</p>
      <fieldset className="choices">
        <legend>{t('export.format')}</legend>
        {FORMATS.map((one) => (
          <button key={one} type="button" aria-pressed={format === one} onClick={() => setFormat(one)}>
            {t(`export.${one}`)}
          </button>
        ))}
        <small className="quiet">{t(`export.${format}Help`)}</small>
      </fieldset>
      <ExportFields fields={fields} choose={setFields} />
      <Price total={total} />
      <FailureNotice error={beginning.error} />
      <div className="dialog-end">
        <button type="button" onClick={close}>
          {t('dialog.cancel')}
        </button>
        <button
          type="button"
          className="main"
          disabled={beginning.isPending || fields.length === 0}
          onClick={() => beginning.mutate()}
        >
          {t('export.go')}
        </button>
      </div>
      <Earlier />
    </Dialog>
  )
}

/** What it costs, before it starts. */
function Price({ total }: { readonly total: number | undefined }) {
  const { t, i18n } = useTranslation()
  const account = useAccount().data
  const number = (value: number) => value.toLocaleString(i18n.language)
  if (account === undefined || total === undefined) return <p className="price">{t('export.anyDepth')}</p>
  const cost = Math.max(1, Math.ceil(total / ROWS_PER_PRICE)) * account.search.price
  return (
    <p className="price">
      <strong>{t('export.rows', { count: total, rows: number(total) })}</strong>{' '}
      {cost === 0
        ? t('export.free')
        : t('export.cost', { count: cost, cost: number(cost), coins: number(account.coins) })}
    </p>
  )
}

/** The exports that are kept. */
function Earlier() {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: ['exports'],
    queryFn: () => call<ExportsAnswer>('GET', 'exports'),
  })
  const jobs = data?.exports.slice(0, 5) ?? []
  if (jobs.length === 0) return null
  return (
    <details className="earlier-exports">
      <summary>{t('export.earlier')}</summary>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <ExportJob started={job} brief />
          </li>
        ))}
      </ul>
    </details>
  )
}
