import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { AskButton } from '../../components/AskButton.tsx'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import { printBytes, useFigures } from '../../lib/figure.ts'
import { upload } from '../../lib/upload.ts'
import type { UpdateFeedAnswer, Feed, FeedVersion } from '../../lib/answer-types.ts'

/** What a feed is made of, and the ways to renew, pin and remove it. */
export function FeedDetail({ feed }: { readonly feed: Feed }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const again = () => client.invalidateQueries({ queryKey: ['feeds'] })
  const path = `admin/feeds/${encodeURIComponent(feed.name)}`
  const update = useMutation({
    mutationFn: (file: File | undefined) =>
      file === undefined
        ? call<UpdateFeedAnswer>('POST', `${path}/update`)
        : upload<UpdateFeedAnswer>(`${path}/update`, { body: file }),
    onSuccess: again,
  })
  const remove = async () => {
    await call('DELETE', path)
    await again()
  }
  const { active, failure } = feed
  return (
    <div className="feed-detail">
      {feed.url !== null && <p className="mono">{visible(feed.url)}</p>}
      {failure !== null && <Notice kind="bad">{t('feed.failed', { reason: visible(failure) })}</Notice>}
      {active.bad > 0 && (
        <p className="quiet">
          {t('feed.bad', { count: active.bad })}: {visible(active.reasons.slice(0, 3).join('; '))}
        </p>
      )}
      {active.guesses.map((guess) => (
        <p key={guess} className="quiet">
          {visible(guess)}
        </p>
      ))}
      <Versions feed={feed} again={again} />
      {update.data && update.data.outcome !== 'failed' && (
        <Notice kind="good">{t(`feed.${update.data.outcome}`)}</Notice>
      )}
      <FailureNotice error={update.error} />
      <div className="actions">
        {feed.url !== null && (
          <button type="button" disabled={update.isPending} onClick={() => update.mutate(undefined)}>
            {update.isPending ? t('form.working') : t('feed.update')}
          </button>
        )}
        <FileButton text={t('feed.replace')} take={(file) => update.mutate(file)} />
        <AskButton
          text={t('feed.remove')}
          warning={t('feed.removeAsk', { name: visible(feed.name) })}
          go={t('feed.removeGo')}
          act={remove}
        />
      </div>
    </div>
  )
}

function FileButton({ text, take }: { readonly text: string; readonly take: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={text}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file !== undefined) take(file)
          target.value = ''
        }}
      />
      <button type="button" onClick={() => input.current?.click()}>
        {text}
      </button>
    </>
  )
}

function Versions({ feed, again }: { readonly feed: Feed; readonly again: () => Promise<void> }) {
  const { t } = useTranslation()
  const { number } = useFigures()
  const pin = useMutation({
    mutationFn: (version: string | undefined) =>
      call(
        'POST',
        `admin/feeds/${encodeURIComponent(feed.name)}/pin?${new URLSearchParams({ version: version ?? '' })}`,
      ),
    onSuccess: again,
  })
  return (
    <>
      <table className="list">
        <caption className="hidden">{t('feed.versions')}</caption>
        <tbody>
          {feed.versions.map((version) => (
            <tr key={version.id}>
              <td className="day">{version.retrieved_at.slice(0, 16).replace('T', ' ')}</td>
              <td className="mono">{version.id.slice(0, 8)}</td>
              <td className="number">{number(version.records)}</td>
              <td className="number">{printBytes(version.bytes)}</td>
              <td>{version.format}</td>
              <td>
                <VersionAction feed={feed} version={version} pin={pin.mutate} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FailureNotice error={pin.error} />
    </>
  )
}

interface VersionActionProps {
  readonly feed: Feed
  readonly version: FeedVersion
  readonly pin: (version: string | undefined) => void
}

function VersionAction({ feed, version, pin }: VersionActionProps) {
  const { t } = useTranslation()
  if (feed.pinned === version.id) {
    return (
      <button type="button" className="plain" onClick={() => pin(undefined)}>
        {t('feed.unpin')}
      </button>
    )
  }
  return (
    <>
      {feed.active.id === version.id && <span className="quiet">{t('feed.inUse')} </span>}
      <button type="button" className="plain" onClick={() => pin(version.id)}>
        {t('feed.pin')}
      </button>
    </>
  )
}
