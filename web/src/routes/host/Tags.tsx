import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { call } from '../../lib/api.ts'
import type { IpTagsLookupAnswer, TagEvidence } from '../../lib/answer-types.ts'

/** The tags of an address with why it has them. It counts one line of the day, so somebody has to ask for it. */
export function Tags({ ip }: { readonly ip: string }) {
  const { t } = useTranslation()
  const look = useMutation({ mutationFn: () => call<IpTagsLookupAnswer>('POST', 'tagging/look-up', { ip }) })
  return (
    <section className="host-tags">
      <h2>{t('host.tags')}</h2>
      <FailureNotice error={look.error} />
      {look.data === undefined ? (
        <>
          <p className="quiet">{t('host.tagsHelp')}</p>
          <button type="button" disabled={look.isPending} onClick={() => look.mutate()}>
            {look.isPending ? t('form.working') : t('host.tagsGo')}
          </button>
        </>
      ) : (
        <TagList {...look.data.entry} />
      )}
    </section>
  )
}

type Tagged = Pick<IpTagsLookupAnswer['entry'], 'tags' | 'evidence'>

function TagList({ tags, evidence }: Tagged) {
  const { t } = useTranslation()
  if (tags.length === 0) return <p className="quiet">{t('host.tagsNone')}</p>
  const kinds = [...new Set(tags.map(kindOf))]
  return kinds.map((kind) => (
    <TagGroup key={kind} kind={kind} tags={tags.filter((tag) => kindOf(tag) === kind)} evidence={evidence} />
  ))
}

function kindOf(tag: string): string {
  return tag.slice(0, Math.max(0, tag.indexOf(':')))
}

/** The tags of one kind; each opens why it is there. */
function TagGroup({ kind, tags, evidence }: Tagged & { readonly kind: string }) {
  const [open, setOpen] = useState<string>()
  return (
    <div className="tag-group">
      <h3>{visible(kind)}</h3>
      <ul>
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              className="mono"
              aria-expanded={open === tag}
              onClick={() => setOpen(open === tag ? undefined : tag)}
            >
              {visible(kind === '' ? tag : tag.slice(kind.length + 1))}
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <ul className="tag-evidence">
          {evidence
            .filter(({ tag }) => tag === open)
            .map((one) => (
              <Why key={`${one.source} ${one.match}`} evidence={one} />
            ))}
        </ul>
      )}
    </div>
  )
}

function Why({ evidence }: { readonly evidence: TagEvidence }) {
  const { t } = useTranslation()
  const { source, match, last_seen, confidence, note } = evidence
  return (
    <li>
      <span>{visible(source)}</span> <span className="mono">{visible(match)}</span>
      <span className="quiet">
        {t('host.confidence', { confidence })}
        {last_seen !== null && ` · ${visible(last_seen)}`}
        {note !== undefined && ` · ${visible(note)}`}
      </span>
    </li>
  )
}
