import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { hostAddress } from '../lib/address.ts'
import { hostNameOf } from '../lib/host-name.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import { useTabStop } from './Roving.tsx'
import { type Refine, Value } from './Value.tsx'
import './host-link.css'

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
      {asking && <Question link={link} close={() => setAsking(false)} />}
    </>
  )
}

function Question({ link, close }: { readonly link: string; readonly close: () => void }) {
  const { t } = useTranslation()
  const [always, setAlways] = useState(false)
  return (
    <Dialog title={t('out.title')} close={close}>
      <p>{t('out.text')}</p>
      <p className="mono out-link">{visible(link)}</p>
      <label className="choice">
        <input type="checkbox" checked={always} onChange={({ target }) => setAlways(target.checked)} />
        {t('out.always')}
      </label>
      <div className="dialog-end">
        <button type="button" onClick={close}>
          {t('dialog.cancel')}
        </button>
        <a
          className="button main"
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          onClick={() => {
            if (always) allowOut()
            close()
          }}
        >
          {t('out.go')}
        </a>
      </div>
    </Dialog>
  )
}

const NAME = 'periplus.out'

/** Whether links to the internet are followed without another question, as said in this tab. */
function isOutAllowed(): boolean {
  return sessionStorage.getItem(NAME) === 'yes'
}

/** Follows links to the internet without a question from now on, in this tab. */
function allowOut(): void {
  sessionStorage.setItem(NAME, 'yes')
}
