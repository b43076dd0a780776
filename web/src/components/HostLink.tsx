import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import { allowOut, isOutAllowed } from '../lib/once.ts'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'
import './host-link.css'

interface HostLinkProps {
  readonly host: string
  /** The address of a web record, as its source stated it. */
  readonly link: string
}

/** The host of a record; a web record's leads out, after a question. */
export function HostLink({ host, link }: HostLinkProps) {
  const [asking, setAsking] = useState(false)
  const text = visible(host)
  // What a record calls a link may be anything, such as a script.
  if (!/^https?:\/\//.test(link) || !URL.canParse(link)) return <span className="mono host-link">{text}</span>
  return (
    <>
      <a
        className="mono host-link"
        href={link}
        target="_blank"
        rel="noreferrer noopener"
        onClick={(event) => {
          if (isOutAllowed()) return
          event.preventDefault()
          setAsking(true)
        }}
      >
        {text}
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
