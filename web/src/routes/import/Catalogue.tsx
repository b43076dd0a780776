import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import { Table } from '../../components/Table.tsx'
import type { Feed, Preset, UpdateFeedAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { useFigures } from '../../lib/figure.ts'
import { feedAge, missingFeeds, presetAddress } from '../../lib/import.ts'
import { useKnownFeeds } from './AddFeed.tsx'

const HEADS = ['name', 'purpose', 'licence', 'measured', 'age'] as const

/** The feeds worth having with what each is for and worth, and one button that gets the recommended ones. */
export function Catalogue({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  const known = useKnownFeeds()
  if (known.length === 0) return null
  return (
    <section className="part">
      <h2>{t('feed.catalogue')}</h2>
      <GetRecommended feeds={feeds} known={known} />
      <Table label={t('feed.catalogue')} look="list" heads={HEADS.map((name) => t(`feed.${name}`))}>
        {known.map((preset) => (
          <KnownFeedRow
            key={preset.name}
            preset={preset}
            feed={feeds.find(({ name }) => name === preset.name)}
          />
        ))}
      </Table>
    </section>
  )
}

interface Outcome {
  readonly done: number
  readonly failed: readonly string[]
}

/** Adds what is missing and fetches the others again, one after the other; one that fails does not keep the rest away. */
function GetRecommended({
  feeds,
  known,
}: {
  readonly feeds: readonly Feed[]
  readonly known: readonly Preset[]
}) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [at, setAt] = useState('')
  const get = useMutation({
    mutationFn: async (): Promise<Outcome> => {
      const missing = missingFeeds(known, feeds).map(
        (preset) => [preset.name, presetAddress(preset)] as const,
      )
      const there = feeds
        .filter(({ url }) => url !== null)
        .map(({ name }) => [name, `admin/feeds/${encodeURIComponent(name)}/update`] as const)
      const failed: string[] = []
      for (const [name, path] of [...missing, ...there]) {
        setAt(name)
        const reason = await reasonOf(path)
        if (reason !== undefined) failed.push(`${name}: ${reason}`)
      }
      return { done: missing.length + there.length - failed.length, failed }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['feeds'] }),
  })
  return (
    <>
      <p>
        <button type="button" disabled={get.isPending} onClick={() => get.mutate()}>
          {get.isPending ? t('feed.getting', { name: visible(at) }) : t('feed.getRecommended')}
        </button>
      </p>
      <FailureNotice error={get.error} />
      {get.data && (
        <Notice kind={get.data.failed.length === 0 ? 'good' : 'bad'}>
          {[t('feed.got', { count: get.data.done }), ...get.data.failed.map(visible)].join(' · ')}
        </Notice>
      )}
    </>
  )
}

/** Why a feed could not be fetched; undefined where it was. */
async function reasonOf(path: string): Promise<string | undefined> {
  try {
    const answer = await call<Partial<UpdateFeedAnswer>>('POST', path)
    return answer.outcome === 'failed' ? (answer.reason ?? '') : undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function KnownFeedRow({ preset, feed }: { readonly preset: Preset; readonly feed: Feed | undefined }) {
  const { t } = useTranslation()
  const { span } = useFigures()
  const { name, title, licence, measured, unmeasured, recommended } = preset
  return (
    <tr>
      <td>
        {name}
        {recommended && <span className="quiet"> · {t('feed.recommended')}</span>}
      </td>
      <td>{title}</td>
      <td>{licence ?? t('feed.notStated')}</td>
      <td>
        {unmeasured === null
          ? measured
              .map(({ tag, precision, recall, against }) =>
                t('feed.measuredAs', {
                  tag,
                  precision: precision.toFixed(4),
                  recall: recall.toFixed(4),
                  against,
                }),
              )
              .join('; ')
          : t('feed.unmeasured', { reason: unmeasured })}
      </td>
      <td>{feed === undefined ? t('feed.absent') : span(feedAge(feed.active, Date.now()))}</td>
    </tr>
  )
}
