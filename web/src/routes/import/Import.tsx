import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { DropArea } from '../../components/DropArea.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { ProgressBar } from '../../components/ProgressBar.tsx'
import { SmallField } from '../../components/SmallForm.tsx'
import { call } from '../../lib/api.ts'
import { useDraftFields } from '../../lib/draft.ts'
import { printBytes } from '../../lib/figure.ts'
import { takeHandedFiles } from '../../lib/handed-files.ts'
import { isUnderWay } from '../../lib/import.ts'
import { useTitle } from '../../lib/title.ts'
import { ImportList } from './ImportList.tsx'
import { ImportTabs } from './ImportTabs.tsx'
import { useQueue } from './queue.ts'
import type { ImportsPageAnswer } from '../../lib/answer-types.ts'

const WATCH_MS = 1000

/** Where administrators hand in scan files. */
export function Import() {
  const { t } = useTranslation()
  useTitle(t('import.title'))
  const query = useQuery({
    queryKey: ['imports'],
    queryFn: () => call<ImportsPageAnswer>('GET', 'imports'),
    refetchInterval: ({ state }) => (state.data?.imports.some(isUnderWay) ? WATCH_MS : false),
  })
  return (
    <div className="import">
      <ImportTabs />
      <Loaded query={query}>
        {(answer) => (
          <>
            <HandIn answer={answer} />
            <ImportList imports={answer.imports} />
          </>
        )}
      </Loaded>
    </div>
  )
}

const NOTHING = { format: '', port: '', fields: '', time: '' }

function HandIn({ answer }: { readonly answer: ImportsPageAnswer }) {
  const { t } = useTranslation()
  const [stated, setStated] = useDraftFields('import', NOTHING)
  const busy = answer.imports.some(isUnderWay)
  const most = answer.limits.bytes
  const isTooLarge = ({ size }: File) => size > most
  const queued = (files: readonly File[]) =>
    files.filter((file) => !isTooLarge(file)).map((file) => ({ file, stated }))
  const [handed] = useState(takeHandedFiles)
  const [refused, setRefused] = useState<readonly File[]>(handed.filter(isTooLarge))
  const queue = useQueue(busy, queued(handed))
  const take = (files: readonly File[]) => {
    setRefused(files.filter(isTooLarge))
    queue.add(queued(files))
  }
  const change = (name: keyof typeof NOTHING) => (event: { readonly target: { readonly value: string } }) =>
    setStated({ ...stated, [name]: event.target.value })
  return (
    <div className="hand-in-files">
      <DropArea hint={t('import.drop')} multiple take={take}>
        <p className="quiet">
          {t('import.limit', { size: printBytes(most), formats: answer.formats.join(t('part.comma')) })}
        </p>
        <details className="fold" open={Object.values(stated).some((value) => value !== '')}>
          <summary>{t('import.stated')}</summary>
          <div className="small-form">
            <div className="field">
              <label htmlFor="format">{t('import.format')}</label>
              <select id="format" value={stated.format} onChange={change('format')}>
                <option value="">{t('import.detect')}</option>
                {answer.formats.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </div>
            <SmallField
              label={t('import.port')}
              value={stated.port}
              inputMode="numeric"
              onChange={change('port')}
            />
            <SmallField
              label={t('import.fields')}
              value={stated.fields}
              placeholder="ip,port,host"
              onChange={change('fields')}
            />
            <SmallField
              label={t('import.time')}
              value={stated.time}
              placeholder="2026-03-01 18:00"
              onChange={change('time')}
            />
          </div>
        </details>
      </DropArea>
      {refused.map((file) => (
        <Notice key={file.name} kind="bad">
          {t('import.tooLarge', {
            name: visible(file.name),
            size: printBytes(file.size),
            most: printBytes(most),
          })}
        </Notice>
      ))}
      {queue.sending && (
        <>
          <ProgressBar
            label={t('import.sendingFile', { name: visible(queue.sending.name) })}
            share={queue.share}
          >
            <span>{t('import.sendingFile', { name: visible(queue.sending.name) })}</span>
            <span>
              {printBytes(queue.share * queue.sending.size)} / {printBytes(queue.sending.size)}
            </span>
          </ProgressBar>
          <button type="button" onClick={queue.stop}>
            {t('import.stop')}
          </button>
        </>
      )}
      {queue.waiting > 0 && <p role="status">{t('import.waiting', { count: queue.waiting })}</p>}
      <FailureNotice error={queue.error} {...(queue.error !== undefined && { retry: queue.again })} />
    </div>
  )
}
