import { visible } from '../../../src/util/index.ts'
import './parts.css'

// What an analyst should see first.
const ALARMS = /^(?:tor_exit|proxy|vpn|honeypot|list|bogon|scanner)(?::|$)/

/** One tag of an address. */
export function Tag({ tag }: { readonly tag: string }) {
  return <span className={ALARMS.test(tag) ? 'tag alarm' : 'tag'}>{visible(tag)}</span>
}

/** Tags of an address; beyond `most` their number. */
export function Tags({ tags, most = 100 }: { readonly tags: readonly string[]; readonly most?: number }) {
  return (
    <span className="tags">
      {tags.slice(0, most).map((tag) => (
        <Tag key={tag} tag={tag} />
      ))}
      {tags.length > most && <span className="quiet">+{tags.length - most}</span>}
    </span>
  )
}
