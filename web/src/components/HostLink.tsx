import { useTranslation } from 'react-i18next'
import { visible } from '../../../src/util/index.ts'
import type { Result } from '../lib/record.ts'

/** The host of a record; a web record's leads out, after a question. */
export function HostLink({ result }: { readonly result: Result }) {
  const { t } = useTranslation()
  const [host, link] = [visible(result('host')), result('link')]
  // What a record calls a link may be anything, such as a script.
  if (!/^https?:\/\//.test(link)) return <span className="mono host">{host}</span>
  return (
    <a
      className="mono host"
      href={link}
      target="_blank"
      rel="noreferrer noopener"
      onClick={(event) => {
        if (!window.confirm(t('record.open', { link: visible(link) }))) event.preventDefault()
      }}
    >
      {host}
    </a>
  )
}
