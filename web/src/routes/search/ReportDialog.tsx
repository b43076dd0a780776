import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { Dialog } from '../../components/Dialog.tsx'
import { Field } from '../../components/Field.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { callFile } from '../../lib/api.ts'
import { saveFile } from '../../lib/csv.ts'
import type { ToolProps } from './Tools.tsx'

/** Makes a report of the search: one HTML file that prints well. */
export function ReportDialog({ asked, close }: ToolProps) {
  const { t, i18n } = useTranslation()
  const [title, setTitle] = useState('')
  const { query, full } = asked
  const making = useMutation({
    mutationFn: async () => {
      const html = await callFile('report', { query, full, title, language: i18n.language })
      saveFile('periplus-report.html', 'text/html;charset=utf-8', html)
    },
  })
  return (
    <Dialog title={t('report.title')} close={close}>
      <p className="mono shown-query">{visible(query)}</p>
      <p className="quiet">{t('report.help')}</p>
      <Field
        label={t('report.heading')}
        value={title}
        maxLength={200}
        onChange={({ target }) => setTitle(target.value)}
      />
      <FailureNotice error={making.error} retry={() => making.mutate()} />
      {making.isSuccess && <Notice kind="good">{t('report.done')}</Notice>}
      <div className="dialog-end">
        <button type="button" className="main" disabled={making.isPending} onClick={() => making.mutate()}>
          {making.isPending ? t('form.working') : t('report.go')}
        </button>
      </div>
    </Dialog>
  )
}
