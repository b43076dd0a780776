import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { visible } from '../../../../src/util/index.ts'
import { printAddress } from '../../lib/address.ts'
import { conditionFor } from '../../lib/conditions.ts'
import type { Certificate, HostCertificate } from '../../lib/answer-types.ts'
import { Clamped } from './Clamped.tsx'

/** So many certificates and names of one are shown at first. */
const MOST = 12
const MOST_NAMES = 60

/** The certificates that services of a host showed. */
export function Certificates({ certificates }: { readonly certificates: readonly HostCertificate[] }) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  if (certificates.length === 0) return null
  const hidden = all ? 0 : Math.max(0, certificates.length - MOST)
  return (
    <section>
      <h2>{t('host.certificates')}</h2>
      <ul className="certificates">
        {(all ? certificates : certificates.slice(0, MOST)).map((certificate) => (
          <li key={`${certificate.issuer} ${certificate.serial}`}>
            <CertificateView certificate={certificate} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" onClick={() => setAll(true)}>
          {t('host.more', { count: hidden })}
        </button>
      )}
    </section>
  )
}

function CertificateView({ certificate }: { readonly certificate: HostCertificate }) {
  const { t } = useTranslation()
  const { serial, subject, subject_org, issuer, issuer_org, names, hosts } = certificate
  const same = printAddress({ query: conditionFor('cert.sn', serial), page: 1, full: true, view: 'cards' })
  return (
    <>
      <Clamped text={subject + subject_org}>
        <Validity of={certificate} /> <strong>{visible(subject)}</strong>
        {subject_org !== '' && <span className="quiet"> {visible(subject_org)}</span>}
      </Clamped>
      <div className="quiet">
        <Clamped
          text={t('host.issued', {
            issuer: visible([issuer, issuer_org].filter((text) => text !== '').join(', ')),
            from: certificate.not_before.slice(0, 10),
            to: certificate.not_after.slice(0, 10),
          })}
        />
      </div>
      {names.length > 0 && (
        <p className="mono names">
          {names.slice(0, MOST_NAMES).map(visible).join('  ')}
          {names.length > MOST_NAMES && ` … ${t('host.more', { count: names.length - MOST_NAMES })}`}
        </p>
      )}
      <p className="quiet">
        {t('host.shownBy', { count: hosts.length, hosts: hosts.slice(0, 4).map(visible).join(', ') })}
        {serial !== '' && (
          <>
            {' · '}
            <Link to={same}>{t('host.sameCertificate')}</Link>
          </>
        )}
      </p>
    </>
  )
}

/** Whether a certificate holds now, in a word. */
export function Validity({ of: { validity, self_signed } }: { readonly of: Certificate }) {
  const { t } = useTranslation()
  const name = validity === 'not yet' ? 'notYet' : validity
  return (
    <>
      <span className={`validity ${name}`}>{t(`host.validity.${name}`)}</span>
      {self_signed === true && <span className="validity">{t('host.selfSigned')}</span>}
    </>
  )
}
