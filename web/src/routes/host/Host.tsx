import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { parseAddress, visible } from '../../../../src/util/index.ts'
import { Icon } from '../../components/Icon.tsx'
import { Pivots } from '../../components/Pivots.tsx'
import { Vulnerabilities } from '../../components/Vulnerabilities.tsx'
import { FailureNotice } from '../../components/Notice.tsx'
import { printAddress } from '../../lib/address.ts'
import { CallError, call } from '../../lib/api.ts'
import { conditionFor } from '../../lib/conditions.ts'
import { useTitle } from '../../lib/title.ts'
import { Certificates } from './Certificates.tsx'
import { Changes } from './Changes.tsx'
import { Facts } from './Facts.tsx'
import { Services } from './Services.tsx'
import { Tags } from './Tags.tsx'
import type { HostPageAnswer } from '../../lib/answer-types.ts'
import './host.css'

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
  if (host.error) return <HostFailure name={name} error={host.error} again={() => void host.refetch()} />
  if (host.data === undefined) return <p className="quiet late">{t('form.working')}</p>
  return <HostView host={host.data} />
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
        <Link className="button" to={searchFor(host.name)}>
          <Icon name="filter" />
          {t('host.search')}
        </Link>
      </header>
      <aside aria-label={t('host.who')}>
        <Facts host={host} />
        {host.kind === 'address' && <Tags ip={host.name} />}
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
      </div>
    </div>
  )
}

/** The search for every record of a host, of any age. */
function searchFor(name: string): string {
  const query = conditionFor(parseAddress(name) === undefined ? 'domain' : 'ip', name)
  return printAddress({ query, page: 1, full: true, view: 'cards' })
}

interface HostFailureProps {
  readonly name: string
  readonly error: unknown
  readonly again: () => void
}

function HostFailure({ name, error, again }: HostFailureProps) {
  const { t } = useTranslation()
  if (!(error instanceof CallError) || error.status !== 404)
    return <FailureNotice error={error} retry={again} />
  return (
    <div className="narrow form">
      <h1>{t('host.none')}</h1>
      <p>{t('host.noneText', { name: visible(name) })}</p>
      <Link to="/">{t('missing.back')}</Link>
    </div>
  )
}
