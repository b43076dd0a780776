import type { TagSourcesAnswer, Feed, Preset } from '../../lib/answer-types.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FileChoice } from '../../components/FileChoice.tsx'
import { SmallField, SmallForm } from '../../components/SmallForm.tsx'
import { call } from '../../lib/api.ts'
import { useDraftFields } from '../../lib/draft.ts'
import { inLanguage } from '../../lib/language.ts'
import { upload } from '../../lib/upload.ts'

interface Added {
  readonly feed: Feed
}

const NOTHING = { name: '', url: '', kind: '', tags: '', licence: '', basis: '' }

/** A new feed: one that is known, or one of the administrator's own. */
export function AddFeed({ feeds }: { readonly feeds: readonly Feed[] }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const presets = usePresets(feeds)
  const [values, setValues] = useDraftFields('feed', NOTHING)
  const [file, setFile] = useState<File>()
  const [turn, setTurn] = useState(0)
  const set = (name: keyof typeof NOTHING) => (event: { readonly target: { readonly value: string } }) =>
    setValues({ ...values, [name]: event.target.value })
  const choose = (name: string) => {
    const preset = presets.find((one) => one.name === name)
    if (preset === undefined) return setValues(NOTHING)
    const { url, kind, tags = [], licence = '', basis = '' } = preset
    setValues({ name, url, kind, tags: tags.join(','), licence, basis })
  }
  const add = async () => {
    const { name, ...stated } = values
    const given = Object.entries(stated).filter(([key, value]) => value !== '' && !(key === 'url' && file))
    const path = `admin/feeds/${encodeURIComponent(name)}?${new URLSearchParams(given)}`
    const { feed } = file ? await upload<Added>(path, { body: file }) : await call<Added>('POST', path)
    await client.invalidateQueries({ queryKey: ['feeds'] })
    setValues(NOTHING)
    setFile(undefined)
    setTurn(turn + 1)
    return t('feed.added', { name: visible(feed.name), count: feed.active.records })
  }
  return (
    <section className="part">
      <h2>{t('feed.add')}</h2>
      <SmallForm label={t('feed.add')} action={t('feed.addGo')} submit={add}>
        <div className="field">
          <label htmlFor="preset">{t('feed.known')}</label>
          <select
            id="preset"
            value={presets.some(({ name }) => name === values.name) ? values.name : ''}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{t('feed.own')}</option>
            {presets.map(({ name, title }) => (
              <option key={name} value={name}>
                {inLanguage(title)}
              </option>
            ))}
          </select>
        </div>
        <SmallField label={t('feed.newName')} value={values.name} onChange={set('name')} required />
        <SmallField
          label={t('feed.url')}
          shape="wide"
          value={values.url}
          onChange={set('url')}
          required={file === undefined}
        />
        <div className="field">
          <label htmlFor="feed-file">{t('feed.file')}</label>
          <FileChoice key={turn} id="feed-file" take={setFile} />
        </div>
        <SmallField label={t('feed.kind')} value={values.kind} onChange={set('kind')} />
        <SmallField label={t('feed.tags')} value={values.tags} onChange={set('tags')} />
      </SmallForm>
    </section>
  )
}

/** The known feeds that are not there yet. */
function usePresets(feeds: readonly Feed[]): readonly Preset[] {
  return useKnownFeeds().filter((preset) => !feeds.some(({ name }) => name === preset.name))
}

/** All known feeds. */
export function useKnownFeeds(): readonly Preset[] {
  return useSourcesOfTags().data?.presets ?? []
}

/** The sources of tags; for administrators with the known feeds. */
export function useSourcesOfTags() {
  return useQuery({
    queryKey: ['sources'],
    queryFn: () => call<TagSourcesAnswer>('GET', 'sources'),
  })
}
