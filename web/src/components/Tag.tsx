import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { tagsByInterest } from '../lib/tagging.ts'
import './parts.css'

// What an analyst should see first.
const ALARMS = /^(?:tor_exit|proxy|vpn|honeypot|list|bogon|scanner)(?::|$)/

/** One tag of an address. */
export function Tag({ tag }: { readonly tag: string }) {
  return <span className={ALARMS.test(tag) ? 'tag alarm' : 'tag'}>{visible(tag)}</span>
}

/** Tags of an address by interest; beyond `most` their number, and ports and products of our own records folded. */
export function Tags({ tags, most = 100 }: { readonly tags: readonly string[]; readonly most?: number }) {
  const { t } = useTranslation()
  const { reported, observed } = tagsByInterest(tags)
  return (
    <span className="tags">
      {reported.slice(0, most).map((tag) => (
        <Tag key={tag} tag={tag} />
      ))}
      {reported.length > most && <span className="quiet">+{reported.length - most}</span>}
      {observed.length > 0 && (
        <span className="quiet" title={visible(observed.join(', '))}>
          {t('tagging.observed', { count: observed.length })}
        </span>
      )}
    </span>
  )
}
