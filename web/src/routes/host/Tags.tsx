import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { call } from '../../lib/api.ts'
import type { HostTagsAnswer, TagEvidence } from '../../lib/answer-types.ts'

/** What the sources say of an address; it counts no line of the day. */
export function useHostTags(ip: string, enabled = true) {
  return useQuery({
    queryKey: ['host-tags', ip],
    queryFn: ({ signal }) => call<HostTagsAnswer>('POST', 'host/tags', { ip }, signal),
    enabled,
    retry: false,
    staleTime: 60_000,
  })
}

/** The tags of an address with why it has them. */
export function Tags({ ip }: { readonly ip: string }) {
  const { t } = useTranslation()
  const tags = useHostTags(ip)
  const isLinked = useLocation().hash === '#tags'
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isLinked) section.current?.scrollIntoView()
  }, [isLinked])
  return (
    <section id="tags" className="host-tags" ref={section}>
      <h2>{t('host.tags')}</h2>
      <Loaded query={tags}>{({ entry }) => <TagList {...entry} />}</Loaded>
    </section>
  )
}

type Tagged = Pick<HostTagsAnswer['entry'], 'tags' | 'evidence'>

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
      {kind !== '' && <h3>{visible(kind)}</h3>}
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
