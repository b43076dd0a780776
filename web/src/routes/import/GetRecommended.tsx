import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice, Notice } from '../../components/Notice.tsx'
import type { Feed, Preset, UpdateFeedAnswer } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { missingFeeds, presetAddress } from '../../lib/import.ts'

interface Outcome {
  readonly done: number
  readonly failed: readonly string[]
}

/** Adds what is missing and fetches the others again, one after the other; one that fails does not keep the rest away. */
export function GetRecommended({
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
    onSettled: () =>
      Promise.all(['feeds', 'sources'].map((name) => client.invalidateQueries({ queryKey: [name] }))),
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
