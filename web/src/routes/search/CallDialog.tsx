import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { CALL_KINDS, type CallKind, printCall } from '../../lib/calls.ts'
import { useSession } from '../../lib/session.ts'
import type { ToolProps } from './Tools.tsx'

const FIELDS = ['host', 'ip', 'port', 'protocol', 'title', 'lastupdatetime'] as const

/** A text that scrolls must be reachable by keys. */
const SCROLLS = { tabIndex: 0 } as const

/** How a program asks for the same records. */
export function CallDialog({ asked, close }: ToolProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<CallKind>('curl')
  const email = useSession().data?.account?.email ?? ''
  const { query, full, page } = asked
  const server = window.location.origin
  const text = printCall(kind, { server, email, query, full, page, fields: FIELDS, size: 100 })
  return (
    <Dialog title={t('call.title')} close={close} wide>
      <fieldset className="choices">
        <legend className="hidden">{t('call.kind')}</legend>
        {CALL_KINDS.map((one) => (
          <button key={one} type="button" aria-pressed={kind === one} onClick={() => setKind(one)}>
            {t(`call.${one}`)}
          </button>
        ))}
      </fieldset>
      <pre className="call-text" {...SCROLLS}>
        {text}
      </pre>
      <p className="quiet">{t(kind === 'address' ? 'call.addressHelp' : 'call.keyHelp')}</p>
      <div className="dialog-end">
        <a className="button" href="/docs">
          {t('call.docs')}
        </a>
        <CopyButton text={text} />
      </div>
    </Dialog>
  )
}
