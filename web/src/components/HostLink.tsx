import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../src/util/index.ts'
import { hostAddress } from '../lib/address.ts'
import { hostNameOf } from '../lib/host-name.ts'
import { allowOut, isOutAllowed } from '../lib/once.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import './host-link.css'

interface HostLinkProps {
  readonly host: string
  readonly ip: string
  /** The address of a web record, as its source stated it. */
  readonly link: string
}

/** The host of a record: its name leads to the page of the host, the arrow of a web record to the site itself, after a question. */
export function HostLink({ host, ip, link }: HostLinkProps) {
  const name = hostNameOf(host, ip)
  const text = visible(host)
  return (
    <span className="host-name">
      {name === '' ? (
        <span className="mono host-link">{text}</span>
      ) : (
        <Link className="mono host-link" to={hostAddress(name)}>
          {text}
        </Link>
      )}
      {/* What a record calls a link may be anything, such as a script. */}
      {/^https?:\/\//.test(link) && URL.canParse(link) && <SiteLink name={text} link={link} />}
    </span>
  )
}

function SiteLink({ name, link }: { readonly name: string; readonly link: string }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
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
