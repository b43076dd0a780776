import { type MouseEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { hostAddress } from '../lib/address.ts'
import { hostNameOf } from '../lib/host-name.ts'
import { lazily } from '../lib/lazily.ts'
import { isOutAllowed } from '../lib/out.ts'
import { Icon } from './Icon.tsx'
import { useTabStop } from './Roving.tsx'
import { type Refine, Value } from './Value.tsx'
import './host-link.css'

const OutQuestion = lazily(async () => (await import('./OutQuestion.tsx')).OutQuestion)

interface HostLinkProps {
  readonly host: string
  readonly ip: string
  /** The address of a web record, as its source stated it. */
  readonly link: string
  /** With it the name offers to include, exclude and copy it like every other value. */
  readonly refine?: Refine
}

/** The host of a record: its name leads to the page of the host, the arrow of a web record to the site itself, after a question. */
export function HostLink({ host, ip, link, refine }: HostLinkProps) {
  const text = visible(host)
  const name = <HostNameLink host={host} ip={ip} />
  return (
    <span className="host-name">
      {refine === undefined ? name : <Value field="host" value={host} refine={refine} link={name} />}
      {/* What a record calls a link may be anything, such as a script. */}
      {/^https?:\/\//.test(link) && URL.canParse(link) && <SiteLink name={text} link={link} />}
    </span>
  )
}

function HostNameLink({ host, ip }: Pick<HostLinkProps, 'host' | 'ip'>) {
  const stop = useTabStop()
  const name = hostNameOf(host, ip)
  if (name === '') return <span className="mono host-link">{visible(host)}</span>
  return (
    <Link className="mono host-link" to={hostAddress(name)} tabIndex={stop}>
      {visible(host)}
    </Link>
  )
}

function SiteLink({ name, link }: { readonly name: string; readonly link: string }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const stop = useTabStop()
  const ask = (event: MouseEvent) => {
    // The other button opens the menu of the browser.
    if (isOutAllowed() || event.button > 1) return
    event.preventDefault()
    setAsking(true)
  }
  return (
    <>
      <a
        className="site-link"
        href={link}
        target="_blank"
        rel="noreferrer noopener"
        tabIndex={stop}
        aria-label={t('out.site', { name })}
        title={t('out.site', { name })}
        onClick={ask}
        onAuxClick={ask}
      >
        <Icon name="out" />
      </a>
      {asking && (
        <Suspense>
          <OutQuestion link={link} close={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
