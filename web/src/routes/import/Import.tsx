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
  return (
    <div className="hand-in-files">
      <DropArea hint={t('import.drop')} multiple take={take}>
        <p className="quiet">
          {t('import.limit', { size: printBytes(most), formats: answer.formats.join(t('part.comma')) })}
        </p>
        <StatedFields formats={answer.formats} stated={stated} setStated={setStated} />
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
      {queue.sending && <Sending file={queue.sending} share={queue.share} stop={queue.stop} />}
      {queue.waiting > 0 && <p role="status">{t('import.waiting', { count: queue.waiting })}</p>}
      <FailureNotice error={queue.error} {...(queue.error !== undefined && { retry: queue.again })} />
    </div>
  )
}

interface StatedProps {
  readonly formats: readonly string[]
  readonly stated: typeof NOTHING
  readonly setStated: (stated: typeof NOTHING) => void
}

/** What the user states of the files, where they do not say it themselves. */
function StatedFields({ formats, stated, setStated }: StatedProps) {
  const { t } = useTranslation()
  const change = (name: keyof typeof NOTHING) => (event: { readonly target: { readonly value: string } }) =>
    setStated({ ...stated, [name]: event.target.value })
  return (
    <details className="fold" open={Object.values(stated).some((value) => value !== '')}>
      <summary>{t('import.stated')}</summary>
      <div className="small-form">
        <div className="field">
          <label htmlFor="format">{t('import.format')}</label>
          <select id="format" value={stated.format} onChange={change('format')}>
            <option value="">{t('import.detect')}</option>
            {formats.map((name) => (
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
  )
}

interface SendingProps {
  readonly file: File
  readonly share: number
  readonly stop: () => void
}

/** The file that is being sent. */
function Sending({ file, share, stop }: SendingProps) {
  const { t } = useTranslation()
  const label = t('import.sendingFile', { name: visible(file.name) })
  return (
    <>
      <ProgressBar label={label} share={share}>
        <span>{label}</span>
        <span>
          {printBytes(share * file.size)} / {printBytes(file.size)}
        </span>
      </ProgressBar>
      <button type="button" onClick={stop}>
        {t('import.stop')}
      </button>
    </>
  )
}
