import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visible } from '../../../../src/util/index.ts'
import { HostLink } from '../../components/HostLink.tsx'
import { RecordTexts, type TextName } from '../../components/RecordTexts.tsx'
import { Screenshot } from '../../components/Screenshot.tsx'
import type { HostService } from '../../lib/answer-types.ts'
import { Validity } from './Certificates.tsx'
import { Clamped } from './Clamped.tsx'
import { type PortGroup, portGroups, portId } from './port-groups.ts'
import '../../components/findings.css'

/** So many services are shown at first, and more at a time: each has many values. */
const STEP = 30

/** The services of a host by port, on each port the newest first. */
export function Services({ services }: { readonly services: readonly HostService[] }) {
  const { t } = useTranslation()
  const [most, setMost] = useState(STEP)
  const groups = portGroups(services)
  const shown = firstOf(groups, most)
  const hidden = services.length - shown.reduce((sum, group) => sum + group.services.length, 0)
  return (
    <section>
      <h2>{t('host.offers')}</h2>
      {shown.map((group) => (
        <PortSection key={portId(group.port, group.transport)} group={group} />
      ))}
      {hidden > 0 && (
        <button type="button" onClick={() => setMost(most + STEP)}>
          {t('host.more', { count: hidden })}
        </button>
      )}
    </section>
  )
}

/** The groups with so many services in all. */
function firstOf(groups: readonly PortGroup[], most: number): readonly PortGroup[] {
  let left = most
  return groups.flatMap((group) => {
    const services = group.services.slice(0, left)
    left -= services.length
    return services.length === 0 ? [] : [{ ...group, services }]
  })
}

function PortSection({ group: { port, transport, protocols, services } }: { readonly group: PortGroup }) {
  return (
    <section className="port-group" id={portId(port, transport)} tabIndex={-1}>
      <h3 className="port">
        <span className="mono">{port}</span>
        <span className="quiet">{visible([transport, ...protocols].join(' · '))}</span>
      </h3>
      <ol className="services">
        {services.map((service) => (
          <li key={`${service.host} ${service.base_protocol}`}>
            <Service service={service} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Service({ service }: { readonly service: HostService }) {
  const { t } = useTranslation()
  const { title, certificate, lastupdatetime, firstseen } = service
  return (
    <div className="service">
      <div className="service-head">
        <HostLink host={service.host} ip={service.ip} link={service.link} />
        <time
          dateTime={lastupdatetime.replace(' ', 'T')}
          title={t('host.seen', { first: firstseen, last: lastupdatetime })}
        >
          {lastupdatetime.slice(0, 10)}
        </time>
      </div>
      <OlderParts service={service} />
      {title !== '' && <Clamped text={visible(title)} />}
      {certificate !== null && (
        <div className="quiet">
          <Clamped text={certificate.subject + certificate.issuer}>
            <Validity of={certificate} />{' '}
            {joined(certificate.subject, certificate.issuer, certificate.not_after.slice(0, 10))}
          </Clamped>
        </div>
      )}
      <Screenshot host={service.host} sha256={service.screenshot} hash={service.screenshot_hash} />
      <RecordTexts
        record={{ host: service.host, base_protocol: service.base_protocol, ip: service.ip }}
        there={textsOf(service)}
        begin={() => ''}
        length={() => 0}
        matches={() => []}
      >
        <Products service={service} />
      </RecordTexts>
    </div>
  )
}

/** What a certificate states, without gaps for what it does not. */
function joined(...texts: readonly string[]): string {
  return visible(texts.filter((text) => text !== '').join(' · '))
}

/** Values from an earlier day than the service was last seen. */
function OlderParts({ service }: { readonly service: HostService }) {
  const { t } = useTranslation()
  const day = service.lastupdatetime.slice(0, 10)
  const older = service.parts.filter(({ time }) => time.slice(0, 10) < day)
  if (older.length === 0) return null
  const texts = older.map(({ part, time }) => `${t(`host.parts.${part}`)} ${time.slice(0, 10)}`)
  return <p className="quiet">{t('host.older', { parts: texts.join(' · ') })}</p>
}

/** More products than these are shown on demand. */
const LISTED = 12

function Products({ service }: { readonly service: HostService }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { products, findings, server } = service
  const hidden = all ? 0 : Math.max(0, products.length - LISTED)
  return (
    <ul className="products">
      {(all ? products : products.slice(0, LISTED)).map(({ name, version, category }) => (
        <li key={`${name} ${version}`} title={visible(category)}>
          <Clamped text={visible(`${name} ${version}`.trim())} />
        </li>
      ))}
      {hidden > 0 && (
        <li className="further">
          <button type="button" className="plain" onClick={() => setAll(true)}>
            {t('record.more', { count: hidden })}
          </button>
        </li>
      )}
      {findings.severities.map((severity) => (
        <li
          key={severity}
          className={`severity ${severity}`}
          title={visible(findings.identifiers.join(', '))}
        >
          {t(`severity.${severity}`, { defaultValue: visible(severity) })}
        </li>
      ))}
      {products.length === 0 && server !== '' && (
        <li>
          <Clamped text={visible(server)} />
        </li>
      )}
    </ul>
  )
}

function textsOf({ type, certificate, findings, products }: HostService): readonly TextName[] {
  const said: readonly TextName[] = type === 'subdomain' ? ['header', 'body'] : ['banner']
  return [
    ...said,
    ...(certificate === null ? [] : (['cert'] as const)),
    ...(findings.severities.length === 0 ? [] : (['findings'] as const)),
    ...(products.length === 0 ? [] : (['evidence'] as const)),
  ]
}
