import './host.css'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { quote } from '../../../../src/query/index.ts'
import { parseAddress, visible } from '../../../../src/util/index.ts'
import { FailureNotice } from '../../components/Notice.tsx'
import { Pivots } from '../../components/Pivots.tsx'
import { Vulnerabilities } from '../../components/Vulnerabilities.tsx'
import { fullStandard, printAddress } from '../../lib/address.ts'
import type { HostPageAnswer, HostService } from '../../lib/answer-types.ts'
import { call } from '../../lib/api.ts'
import { conditionFor } from '../../lib/conditions.ts'
import { useTitle } from '../../lib/title.ts'
import { QueryForm } from '../search/QueryForm.tsx'
import { Certificates } from './Certificates.tsx'
import { Changes } from './Changes.tsx'
import { Distribution } from './Distribution.tsx'
import { Facts } from './Facts.tsx'
import { HostJson } from './HostJson.tsx'
import { NoRecords } from './NoRecords.tsx'
import { portGroups, portId } from './port-groups.ts'
import { Services } from './Services.tsx'
import { Tags } from './Tags.tsx'

/** Everything about one address or name: who and where, what it offers, what changed when. */
export function Host() {
  const { t } = useTranslation()
  const { name = '' } = useParams()
  useTitle(name)
  const host = useQuery({
    queryKey: ['host', name],
    queryFn: ({ signal }) => call<HostPageAnswer>('POST', 'host', { name }, signal),
    retry: false,
    staleTime: 60_000,
  })
  const isUnknown = host.data?.total === 0
  return (
    <>
      <HostLine query={queryFor(host.data?.name ?? name, host.data?.domains ?? [])} />
      {isUnknown && <NoRecords name={name} />}
      {host.error !== null && <FailureNotice error={host.error} retry={() => void host.refetch()} />}
      {host.isPending && <p className="quiet late">{t('form.working')}</p>}
      {host.data !== undefined && !isUnknown && <HostView key={host.data.name} host={host.data} />}
    </>
  )
}

/** The line of the query, with the search for the host in it. */
function HostLine({ query }: { readonly query: string }) {
  const navigate = useNavigate()
  // The search for the host covers all that its page shows.
  const search = (text: string) => {
    const full = text === query || fullStandard()
    void navigate(printAddress({ query: text, page: 1, full, view: 'cards' }))
  }
  return (
    <QueryForm
      key={query}
      asked={query}
      running={false}
      noResults={false}
      takesFocus={false}
      submit={search}
      again={() => search(query)}
    />
  )
}

function HostView({ host }: { readonly host: HostPageAnswer }) {
  const { t, i18n } = useTranslation()
  const total = host.total.toLocaleString(i18n.language)
  return (
    <div className="host-page">
      <header>
        <h1 className="mono">{visible(host.name)}</h1>
        <p className="quiet">
          {t('host.services', { count: host.total, total })}
          {host.cut && ` · ${t('host.cut')}`}
        </p>
        <PortStrip services={host.services} />
      </header>
      <aside aria-label={t('host.who')}>
        <Facts host={host} />
        {host.kind === 'address' && <Tags ip={host.name} />}
        <Distribution query={queryFor(host.name, host.domains)} isName={host.kind === 'name'} />
      </aside>
      <div className="host-main">
        <Services services={host.services} />
        <Certificates certificates={host.certificates} />
        <section>
          <h2>{t('vulnerabilities.title')}</h2>
          <Vulnerabilities host={host.name} />
        </section>
        <section>
          <h2>{t('pivots.title')}</h2>
          <Pivots of={{ host: host.name }} />
        </section>
        <Changes services={host.services} />
        <HostJson host={host} />
      </div>
    </div>
  )
}

/** The search for every record of a host. */
function queryFor(name: string, domains: readonly string[]): string {
  if (parseAddress(name) !== undefined) return conditionFor('ip', name)
  // Only registrable domains are values of `domain`; the names below any other name contain it.
  return domains.includes(name) ? conditionFor('domain', name) : `host=${quote(name)}`
}

/** So many ports say enough; the services list all of them. */
const MOST = 60

/** What a port speaks; the transport where that is not TCP, since both may have the same port. */
function portText(transport: string, [protocol]: readonly string[]): string {
  if (protocol === undefined) return transport
  return transport === 'tcp' ? protocol : `${protocol} ${transport}`
}

/** Every port at a glance; each leads to its services. */
function PortStrip({ services }: { readonly services: readonly HostService[] }) {
  const { t } = useTranslation()
  const groups = portGroups(services)
  return (
    <nav className="port-strip" aria-label={t('host.ports')}>
      {groups.slice(0, MOST).map(({ port, transport, protocols }) => (
        <a key={portId(port, transport)} href={`#${portId(port, transport)}`}>
          <strong>{port}</strong>
          <span className="quiet">{visible(portText(transport, protocols))}</span>
        </a>
      ))}
      {groups.length > MOST && (
        <span className="quiet">{t('host.more', { count: groups.length - MOST })}</span>
      )}
    </nav>
  )
}
