import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import type { HostService } from '../../lib/answer-types.ts'
import { portGroups, portId } from './port-groups.ts'

/** So many ports say enough; the services list all of them. */
const MOST = 60

/** Every port at a glance; each leads to its services. */
export function PortStrip({ services }: { readonly services: readonly HostService[] }) {
  const { t } = useTranslation()
  const groups = portGroups(services)
  return (
    <nav className="port-strip" aria-label={t('host.ports')}>
      {groups.slice(0, MOST).map(({ port, transport, protocols }) => (
        <a key={portId(port, transport)} href={`#${portId(port, transport)}`}>
          <strong>{port}</strong>
          <span className="quiet">{visible(protocols[0] ?? transport)}</span>
        </a>
      ))}
      {groups.length > MOST && (
        <span className="quiet">{t('host.more', { count: groups.length - MOST })}</span>
      )}
    </nav>
  )
}
